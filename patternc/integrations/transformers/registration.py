"""Patterns under names of `attn_implementation`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeAlias

import torch.distributed as dist
from torch.distributed.device_mesh import DeviceMesh
from transformers import AttentionInterface, AttentionMaskInterface, PreTrainedConfig

from patternc.integrations.pattern_files import AUTO, Path, PatternFile, files_by_kind
from patternc.integrations.transformers.call_place import place
from patternc.model_layers import kind_by_window

Mesh: TypeAlias = DeviceMesh | dist.ProcessGroup

TAKEN = ("eager", "flash", "flex_attention", "paged", "sdpa", "/", "|")
"""Parts of names to which transformers gives a meaning."""
PACKED = "_flash"
"""What the names of models end with while `serving` runs them: transformers packs sequences for names with `flash`."""
KEY = "patternc"
"""The entry of a saved config that says which pattern the model was trained with."""


class Layer(Protocol):
    """The attributes of a model's attention layer that are read here."""

    config: Any
    layer_idx: int


@dataclass(frozen=True, slots=True)
class Registered:
    """The patterns of a name: by kind of layer, or one for all layers under the kind `""`.

    `mesh`: the ranks that share each sequence; None: every rank has whole ones. `warned`: the kinds and classes of
    layers of which was said that they attend to later keys.
    """

    name: str
    files: Mapping[str, PatternFile]
    mesh: Mesh | None = None
    warned: set[tuple[str, str]] = field(default_factory=set)

    @property
    def digests(self) -> dict[str, str]:
        """The digest of each kind's pattern."""
        return {kind: file.digest for kind, file in sorted(self.files.items())}

    def kind_of(self, layer: Layer) -> str:
        """The kind of a layer for which a pattern is registered; `""` if all layers have the same.

        Raises:
            ValueError: there is no pattern for this layer's kind.
        """
        kind = "" if "" in self.files else layer_kind(layer)
        if kind not in self.files:
            which = getattr(layer, "layer_idx", type(layer).__name__)
            raise ValueError(
                f"layer {which} is of the kind {kind!r}, for which {self.name!r} has no pattern; "
                f"register one: register({self.name!r}, {{{kind!r}: 'FILE.pat', ...}})"
            )
        return kind

    def confirm(self, config: Any) -> None:
        """Refuse a model that was saved with another pattern.

        Raises:
            ValueError: the config has another pattern's digest.
        """
        saved = getattr(config, KEY, None)
        if saved is None or saved["digests"] == self.digests:
            return
        raise ValueError(
            f"the model was saved with {_listed(saved['digests'])}, but {self.name!r} is {_listed(self.digests)}: "
            f"register the same files with the same parameters, or set config.{KEY} = None to go on with another one"
        )


REGISTERED: dict[str, Registered] = {}


def register(
    name: str, patterns: Path | Mapping[str, Path], backend: str = AUTO, mesh: Mesh | None = None, **parameters: object
) -> None:
    """Make patterns an attention implementation of transformers: then `attn_implementation=name`.

    Args:
        name: the name for `attn_implementation`; registered again, it stands for the new patterns.
        patterns: a pattern file for all layers, or one for each kind of layer: `sliding_attention`, `full_attention`,
            or whatever `config.layer_types` holds. Of a file with several patterns, a kind of layer has the one of its
            name.
        backend: a backend, or `auto`: the best one for the device of the model.
        mesh: the ranks that share each sequence: a mesh of one dimension, or a process group. Their rows are in the
            layout that the patterns' `ring` says, or in `zigzag`.
        parameters: values of parameters, each for the files that have it.

    Raises:
        Rejected: a file has errors.
        ValueError: a name that transformers uses itself, a file with several patterns and none of a kind's name, a
            parameter that no file has, an unknown backend; a ring of other ranks than those of the mesh.
        OSError: a file can't be read.
    """
    if any(part in name for part in TAKEN) or not name:
        raise ValueError(f"name: {name!r}, must be without {', '.join(TAKEN)}, which mean something to transformers")
    files = files_by_kind(patterns, backend, parameters)
    if mesh is not None:
        _refuse_rings(files, mesh)
    from patternc.integrations.transformers.attention_call import attend  # which reads what is registered

    REGISTERED[name] = Registered(name, files, mesh)
    AttentionInterface.register(name, partial(attend, name))
    AttentionMaskInterface.register(name, place)
    _save_with_names()


def _refuse_rings(files: Mapping[str, PatternFile], mesh: Mesh) -> None:
    """Refuse patterns whose rings are not the mesh, or which share rows in different layouts."""
    rings = [(file.path, file.meaning.ring) for file in files.values()]
    for path, ring in rings:
        if ring is not None and ring.ranks != mesh.size():
            raise ValueError(f"mesh: has {mesh.size()} ranks, but {path} has a ring of {ring.ranks}: make them equal")
    layouts = [(path, "zigzag" if ring is None else ring.layout.value) for path, ring in rings]
    if len({layout for _, layout in layouts}) > 1 or any(layout == "balanced" for _, layout in layouts):
        told = ", ".join(f"{path}: {layout}" for path, layout in layouts)
        raise ValueError(f"mesh: layers must share rows in one layout, and not in balanced ones: {told}")


def layer_kind(layer: Layer) -> str:
    """The type of a layer by `config.layer_types`, or else by whether it has a sliding window."""
    kinds = getattr(layer.config, "layer_types", None)
    if kinds is not None:
        return str(kinds[layer.layer_idx])
    window = getattr(layer, "sliding_window", None) or getattr(layer.config, "sliding_window", None)
    return kind_by_window(window)


def _listed(digests: Mapping[str, str]) -> str:
    return ", ".join(f"{kind or 'all layers'}: {digest}" for kind, digest in digests.items())


def _save_with_names() -> None:
    """Let configs write a registered name and its patterns. transformers itself leaves `attn_implementation` out.

    A model that is loaded with the name in its config has that implementation, or is refused if nobody registered it.
    """
    if not hasattr(PreTrainedConfig.to_dict, "__wrapped__"):
        PreTrainedConfig.to_dict = _with_names(PreTrainedConfig.to_dict)


def _with_names(to_dict: Callable[[Any], dict[str, Any]]) -> Callable[[Any], dict[str, Any]]:
    def with_names(self: Any) -> dict[str, Any]:
        found = to_dict(self)
        name = own_name(self)
        saved = found.pop(KEY, None)
        implementation = _registered_names(self)
        if implementation is not None:
            found["attn_implementation"] = implementation
        if name in REGISTERED:
            registered = REGISTERED[name]
            found[KEY] = saved or {"name": name, "digests": registered.digests, "files": _files(registered)}
        elif saved is not None and name in {None, saved["name"]}:  # a config that was read, and not used
            found |= {"attn_implementation": saved["name"], KEY: saved}
        return found

    with_names.__wrapped__ = to_dict  # type: ignore[attr-defined]
    return with_names


def own_name(config: Any) -> str | None:
    """The `attn_implementation` of a config, outside of `serving`."""
    name: str | None = config._attn_implementation
    return None if name is None else name.removesuffix(PACKED)


def _registered_names(config: Any) -> str | dict[str, Any] | None:
    """The `attn_implementation` for the registered names of a config and of its sub-configs; None without any."""
    own = own_name(config) if own_name(config) in REGISTERED else None
    inner = {key: getattr(config, key, None) for key in config.sub_configs}
    names = {key: _registered_names(one) for key, one in inner.items() if one is not None}
    if all(name == own for name in names.values()):
        return own
    return {key: name for key, name in {"": own, **names}.items() if name is not None}


def _files(registered: Registered) -> dict[str, dict[str, Any]]:
    """The names of the files and their parameters, for people who read a config."""
    return {
        kind: {"file": file.analysis.source.name, "parameters": dict(file.parameters)}
        for kind, file in registered.files.items()
    }
