"""Compare a registered pattern with the attention of the model itself."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import torch
from torch import Tensor
from transformers import AttentionInterface, AttentionMaskInterface, PreTrainedModel
from transformers.masking_utils import sdpa_mask

from patternc.integrations.mask_differences import mask_difference
from patternc.integrations.pattern_files import PatternFile
from patternc.integrations.transformers.attention_call import attend
from patternc.integrations.transformers.call_place import place
from patternc.integrations.transformers.refused_calls import placement_of
from patternc.integrations.transformers.registration import REGISTERED, Registered, layer_kind
from patternc.model_layers import WINDOWS

LONGEST = 4160
"""The most positions that `check` compares unless it is told otherwise."""
SHORT = 64
"""The number of positions of which outputs are compared too."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between a pattern and the model's own attention, and the layers that have it.

    `layers`: their indices. `kind`: their kind. `file`: the pattern's file. `subject`: `mask`, or `scores` where masks
    are equal and outputs are not, or `call` where the pattern refuses the layer's calls; or `layers`, without a kind
    and a file, where no layer runs a pattern.
    """

    layers: tuple[int, ...]
    kind: str
    file: str
    subject: str
    text: str

    def __str__(self) -> str:
        if not self.file:
            return f"{self.subject}: {self.text}"
        some = ", ".join(map(str, self.layers[:8])) + (", ..." if len(self.layers) > 8 else "")
        word = "layer" if len(self.layers) == 1 else "layers"
        return f"{word} {some} ({self.kind}), {self.file}: {self.subject}: {self.text}"


class Comparison(tuple[Difference, ...]):
    """The differences that were found. `compared`: how many of the model's `layers` were compared."""

    compared: int
    layers: int

    def __new__(cls, differences: Iterable[Difference], compared: int, layers: int) -> Comparison:
        """A tuple of differences, with the two numbers."""
        comparison = super().__new__(cls, differences)
        comparison.compared, comparison.layers = compared, layers
        return comparison

    def __str__(self) -> str:
        lines = [f"{self.compared} of {self.layers} layers compared{'' if self else ': no difference'}"]
        return "\n".join([*lines, *map(str, self)])


@dataclass(slots=True)
class _Recorder:
    """An attention implementation that attends as the model does, and compares the pattern with it layer by layer."""

    registered: Registered
    outputs: bool
    own: dict[str, Tensor] = field(default_factory=dict)
    masks: dict[tuple[PatternFile, int], Tensor] = field(default_factory=dict)
    found: dict[tuple[str, str, str, str], list[int]] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)

    def mask(self, **arguments: Any) -> Tensor:
        """The model's own mask, [B, 1, n, n] bool, also where torch could do without one."""
        arguments |= {"allow_is_causal_skip": False, "allow_is_bidirectional_skip": False}
        made: Tensor = sdpa_mask(**arguments)
        return made

    def attend(
        self, module: Any, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, **arguments: Any
    ) -> tuple[Tensor, None]:
        """The attention interface of the recorder. Without a mask, all queries attend to all keys."""
        kind = layer_kind(module)
        file = self.registered.files[self.registered.kind_of(module)]
        self.numbers.setdefault(id(module), len(self.numbers))
        refusal = _refusal(module, query, key, arguments)
        if refusal:
            self._note(module, kind, file, "call", refusal)
        else:
            self._compare_masks(module, kind, file, query, mask)
        if not self.outputs and not refusal:
            groups = query.shape[1] // value.shape[1]
            return value.repeat_interleave(groups, 1)[:, :, -query.shape[2] :].transpose(1, 2).contiguous(), None
        own = _own_output(module, query, key, value, mask, arguments)
        if not refusal:
            self._compare_outputs(module, kind, file, own, (query, key, value), arguments)
        return own.to(query.dtype), None

    def _compare_masks(self, module: Any, kind: str, file: PatternFile, query: Tensor, mask: Tensor | None) -> None:
        heads, n = query.shape[1], query.shape[2]
        mask = torch.ones(1, 1, n, n, dtype=torch.bool) if mask is None else mask
        for head in range(heads if file.reads_heads else 1):
            whose = mask[0, head if mask.shape[1] > 1 else 0].cpu()
            self.own.setdefault(kind, whose)
            difference = mask_difference(self._pattern_mask(file, head, heads, n), whose, "the model")
            if difference is not None:
                text = difference.text("the model")
                self._note(module, kind, file, "mask", f"head {head}: {text}" if file.reads_heads else text)
                return

    def _pattern_mask(self, file: PatternFile, head: int, heads: int, n: int) -> Tensor:
        if (file, head) not in self.masks:
            whole = {name: torch.tensor([0, n]) for name in file.offsets}
            self.masks[file, head] = file.reference().mask(head, heads, n, **whole) > 0
        return self.masks[file, head]

    def swapped(self, kind: str) -> str:
        """The kind of layers that have, in the model, the mask which the pattern gives to layers of `kind`."""
        mask = self.masks[self.registered.files[kind if kind in self.registered.files else ""], 0]
        others = (other for other, one in self.own.items() if other != kind and torch.equal(one, mask))
        return next((f"; the model has this mask in its {other} layers" for other in others), "")

    def _compare_outputs(
        self, module: Any, kind: str, file: PatternFile, own: Tensor, tensors: tuple[Tensor, ...], arguments: Any
    ) -> None:
        if any(self._index(module) in layers for (*_, subject, _), layers in self.found.items() if subject == "mask"):
            return
        try:
            query, key, value = (x.float() for x in tensors)
            out, _ = attend(self.registered.name, module, query, key, value, None, **arguments)
        except (NotImplementedError, ValueError) as refusal:
            self._note(module, kind, file, "scores", str(refusal).removeprefix(f"{file.path}: "))
            return
        error = float((out - own.float()).norm() / own.float().norm().clamp_min(1e-30))
        # The largest relative error of an output in float32 that is put down to rounding.
        if not error < 1e-3:
            text = f"outputs differ by {error:.2g} although masks are equal{_missing(module, arguments)}"
            self._note(module, kind, file, "scores", text)

    def _note(self, module: Any, kind: str, file: PatternFile, subject: str, text: str) -> None:
        self.found.setdefault((kind, file.path, subject, text), []).append(self._index(module))

    def _index(self, module: Any) -> int:
        """The index of a layer; of one that knows none, as in vision towers and encoders of speech, its order."""
        index = getattr(module, "layer_idx", None)
        return self.numbers[id(module)] if index is None else int(index)


def check(model: PreTrainedModel, length: int | None = None, **inputs: Tensor) -> Comparison:
    """Compare the pattern that a model runs with the model's own masks, layer by layer and position by position.

    The model runs once on `length` tokens, and once on a few, of which the outputs of its own eager attention are
    compared too: sinks, caps and factors of scores.

    Args:
        model: a model whose `attn_implementation` is registered.
        length: the number of positions; by default as many as show every window, at most 4160.
        inputs: the model's arguments, in place of random `input_ids`.

    Returns:
        What differs, and how many layers were compared; no difference if the pattern is what the model has without it.
        It is a difference that no layer ran a pattern.

    Raises:
        ValueError: the model has no registered `attn_implementation`, or takes no `input_ids`, and no inputs are given.
    """
    text = model.config.get_text_config()
    config = next((one for one in (text, *_parts(model.config)) if one._attn_implementation in REGISTERED), None)
    if config is None:
        name = text._attn_implementation
        raise ValueError(f"model: its attn_implementation is {name!r}, must be registered: register({name!r}, FILE)")
    if not inputs and model.main_input_name != "input_ids":
        name = model.main_input_name
        raise ValueError(f"inputs: the model takes {name}, pass what it is to run on: check(model, {name}=TENSOR)")
    registered = REGISTERED[config._attn_implementation]
    length = min(_length(registered, config), _most(model, config)) if length is None else length
    recorders = [_Recorder(registered, outputs) for outputs in (False, True)]
    for n, recorder in zip((length, min(SHORT, length)), recorders, strict=True):
        with _recording(model, recorder), torch.no_grad():
            model(**(inputs or {"input_ids": _tokens(config.vocab_size, n, model.device)}), use_cache=False)
    layers = max(len(recorders[0].numbers), getattr(config, "num_hidden_layers", None) or 0)
    if not recorders[0].numbers:
        return Comparison([_nothing(config, layers)], 0, layers)
    masks = [
        Difference(tuple(some), kind, file, subject, text + (recorders[0].swapped(kind) if subject == "mask" else ""))
        for (kind, file, subject, text), some in recorders[0].found.items()
    ]
    scores = [Difference(tuple(some), *rest) for rest, some in recorders[1].found.items() if rest[2] == "scores"]
    refused = sum(len(one.layers) for one in masks if one.subject == "call")
    return Comparison((*masks, *scores), len(recorders[0].numbers) - refused, layers)


def _parts(config: Any) -> Iterator[Any]:
    """A config and those of the model's parts."""
    yield config
    for name in config.sub_configs:
        if getattr(config, name, None) is not None:
            yield from _parts(getattr(config, name))


def _nothing(config: Any, layers: int) -> Difference:
    text = (
        f"none of {layers} ran the pattern: models of the type {config.model_type!r} have no attention, or attention "
        "of their own, which takes no attn_implementation"
    )
    return Difference(tuple(range(layers)), "", "", "layers", text)


def _most(model: Any, config: Any) -> int:
    """The most positions that a model has, of which tables of RoBERTa's kind begin after the number of padding."""
    tables = (getattr(one, "position_embeddings", None) for one in model.modules())
    paddings = (getattr(one, "padding_idx", None) for one in tables)
    unused = (one + 1 for one in paddings if one is not None)
    return (getattr(config, "max_position_embeddings", None) or LONGEST) - max(unused, default=0)


def _length(registered: Registered, config: Any) -> int:
    """A number of positions at which every window of the patterns and the model ends before the first key."""
    windows = [one.farthest_back or 0 for one in registered.files.values()]
    windows += [getattr(config, name, None) or 0 for name in WINDOWS]
    return min(max(SHORT, max(windows) + 32), LONGEST)


def _tokens(vocabulary: int, n: int, device: torch.device) -> Tensor:
    """Random tokens, which hooks of offloaded weights, whose device is `meta`, bring to where they are used."""
    tokens = torch.randint(vocabulary, (1, n), generator=torch.Generator().manual_seed(0))
    return tokens if device.type == "meta" else tokens.to(device)


@contextmanager
def _recording(model: PreTrainedModel, recorder: _Recorder) -> Iterator[None]:
    """Let the model's attention be that of a recorder, without dropout."""
    name, training = recorder.registered.name, model.training
    model.eval()
    AttentionInterface.register(name, recorder.attend)
    AttentionMaskInterface.register(name, recorder.mask)
    try:
        yield
    finally:
        AttentionInterface.register(name, partial(attend, name))
        AttentionMaskInterface.register(name, place)
        model.train(training)


def _refusal(module: Any, query: Tensor, key: Tensor, arguments: dict[str, Any]) -> str:
    """Why a pattern refuses the calls of a layer, whatever pattern it is; empty if it takes them."""
    try:
        placement_of(None, module, query, key, arguments)
    except NotImplementedError as refusal:
        return str(refusal)
    return ""


def _own_output(
    module: Any, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, arguments: dict[str, Any]
) -> Tensor:
    """[B, n, H, D] of the eager attention in the module that defines the layer."""
    eager = getattr(sys.modules[type(module).__module__], "eager_attention_forward", None)
    if eager is None:
        raise NotImplementedError(f"{type(module).__name__}: its module has no eager_attention_forward to compare with")
    added = None
    if mask is not None:
        added = torch.zeros_like(mask, dtype=torch.float32).masked_fill(~mask, torch.finfo(torch.float32).min)
    out: Tensor = eager(module, query.float(), key.float(), value.float(), added, **arguments)[0]
    return out


def _missing(module: Any, arguments: dict[str, Any]) -> str:
    """A feature that the layer has but does not pass to its attention function."""
    if getattr(module, "sinks", None) is not None and arguments.get("s_aux") is None:
        return ": the layer has sinks, which its model does not pass to the attention function (s_aux)"
    return ""
