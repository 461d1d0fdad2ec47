"""Agreement of ranks at the start of a call, in CPU memory: if their messages differ, all ranks raise."""

import ast
import contextlib
import functools
import hashlib
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from .moves import _gathered
from .ranks import CAUSE_TIMEOUT, LEAST_BYTES, MOST_BYTES, RingError, _Ranks

ENTRY_CALL = "the entries of sources"
CALLS = ("ring_attention", "the backward of ring_attention", "ring_decode", "unshard", "a module", ENTRY_CALL)
MOST_AGREED = 4096  # sets of facts that are remembered


class Said(NamedTuple):
    """The header of a message: int64 numbers, `HEADER_BYTES` long."""

    call: int  # which of `CALLS`
    digest: int  # of the rank's facts
    size: int  # of the facts as text
    added: int  # bytes that follow
    number: int  # of rows, or what else a call compares on its own
    other: int
    serial: int  # of which all ranks take the first one's

    def comes_along(self, room: int) -> bool:
        """Whether what follows is in the same message."""
        return HEADER_BYTES + self.added <= room


HEADER_BYTES = 8 * len(Said._fields)


def _agree(
    ranks: _Ranks,
    call: str,
    facts: dict[str, object],
    number: int = 0,
    other: int = 0,
    serial: int = 0,
    added: Tensor | None = None,
) -> tuple[list[Said], list[Tensor]]:
    """Exchange the messages that begin a call, and the bytes that each rank adds.

    Raise on every rank where ranks are in other calls, or facts differ, which are compared in full only then. There is
    room for a message like those of the call before, which all ranks read: what is longer comes as a second one.
    """
    text, words, room = repr(facts).encode(), f"agreement on {call}", ranks.state.room
    digest = int.from_bytes(hashlib.sha256(text).digest()[:7], "big")
    added = torch.empty(0, dtype=torch.uint8) if added is None else added
    own = Said(CALLS.index(call), digest, len(text), added.numel(), number, other, serial)
    message = torch.cat([torch.tensor(own).view(torch.uint8), added if own.comes_along(room) else added[:0]])
    heard = torch.empty((ranks.size, room), dtype=torch.uint8)
    heard[ranks.rank, : len(message)] = message
    ranks.exchange(words, dict.fromkeys(ranks.others, message), {rank: heard[rank] for rank in ranks.others})()
    every = [Said(*one) for one in heard[:, :HEADER_BYTES].view(torch.int64).tolist()]
    longest = HEADER_BYTES + max(one.added for one in every)
    ranks.state.room = min(max(LEAST_BYTES, 1 << (longest - 1).bit_length()), MOST_BYTES)
    with ranks.together():
        wrong = next((rank for rank, one in enumerate(every) if one.call != every[0].call), None)
        if wrong is not None:
            names = [CALLS[one.call] for one in every]
            raise RingError(f"rank {wrong} is in {names[wrong]} and rank 0 in {names[0]}, must be in the same call")
    if len({one.digest for one in every}) > 1:
        _raise_difference(ranks, text, max(one.size for one in every))
    sizes = {rank: one.added for rank, one in enumerate(every) if not one.comes_along(room)}
    rest = {rank: torch.empty(size, dtype=torch.uint8) for rank, size in sizes.items() if rank != ranks.rank}
    if sizes:
        sends = dict.fromkeys(ranks.others, added) if ranks.rank in sizes else {}
        ranks.exchange(f"what is added to the {words}", sends, rest)()
        rest |= {ranks.rank: added}
    here = enumerate(heard[:, HEADER_BYTES:])
    return every, [rest[rank] if rank in sizes else some[: every[rank].added] for rank, some in here]


def _raise_difference(ranks: _Ranks, text: bytes, size: int) -> None:
    """Raise what differs in the facts of ranks, of which one rank has a text."""
    every = _gathered(ranks, "comparison of arguments", torch.tensor(list(text.ljust(size)), dtype=torch.uint8))
    with ranks.together():
        said = [ast.literal_eval(bytes(one.tolist()).decode().strip()) for one in every]
        rank = next((rank for rank, one in enumerate(said) if "refused" in one), None)
        if rank is not None:
            raise RingError(f"rank {rank} refused its arguments: {said[rank]['refused']}")
        rank = next(rank for rank, one in enumerate(said) if one != said[0])
        names = [name for name in said[0] | said[rank] if said[0].get(name) != said[rank].get(name)]
        name = min(names, key=lambda name: name not in said[0] or name not in said[rank])  # the first that both have
        here, there = (said[one].get(name, "left out") for one in (rank, 0))
        raise RingError(f"{name} is {here} on rank {rank} and {there} on rank 0, must be the same")


def _is_new(ranks: _Ranks, tensor: Tensor, forms: Callable[[], dict[str, object]]) -> bool:
    """Whether ranks compare their arguments in this call: always, never, or if no call had facts of such forms."""
    mode = ranks.compares(tensor)
    return mode == "always" or (mode == "once" and repr(forms()) not in ranks.state.agreed)


def _remember(ranks: _Ranks, tensor: Tensor, forms: Callable[[], dict[str, object]]) -> None:
    """Remember what ranks have agreed on, which they do in the same order, and forget the oldest."""
    if ranks.compares(tensor) == "once":
        agreed = ranks.state.agreed
        agreed[repr(forms())] = None
        if len(agreed) > MOST_AGREED:
            del agreed[next(iter(agreed))]


@contextlib.contextmanager
def _told(ranks: _Ranks, call: str, query: object) -> Iterator[None]:
    """Tell the other ranks, which then raise, of arguments that are refused here."""
    try:
        yield
    except (TypeError, ValueError) as error:
        mode = ranks.compares(query) if isinstance(query, Tensor) else "once"
        facts = {"refused": f"{type(error).__name__}: {error}"[:1000]}
        telling = threading.Thread(target=_tell, args=(ranks, call, facts), daemon=True)
        telling.start()
        telling.join(None if mode == "always" else 2 * CAUSE_TIMEOUT)  # others may not compare in this call
        raise


def _tell(ranks: _Ranks, call: str, facts: dict[str, object]) -> None:
    with contextlib.suppress(RingError):  # raised for those that have no error of their own
        _agree(ranks, call, facts)
        ranks.state.together = True


@contextlib.contextmanager
def _alone(ranks: _Ranks, call: str) -> Iterator[None]:
    """Run a call. What leaves it before its end, unless all ranks raise together, ends the use of the group.

    So does a call that another thread begins meanwhile, and both raise: which of the two other ranks are in is open.
    """
    state = ranks.state
    with state.lock:
        ranks.check()
        other, state.under_way = state.under_way, call
        if other:
            state.left = f"began {call} and {other} in different threads, each of which needs a group of its own"
    if other:
        ranks.leave(state.left)
        ranks.check()
    state.calls, state.together = state.calls + 1, False
    try:
        yield
    except BaseException as error:
        if not (state.together and isinstance(error, (RingError, TypeError, ValueError))):
            first = f"{type(error).__name__}: {error}".splitlines()[0].removesuffix(": ")
            ranks.leave(f"left {call} in the middle: {first}")
        raise
    finally:
        with state.lock:
            state.under_way = ""
    ranks.check()


def _between_graphs(function: Callable[..., object]) -> Callable[..., object]:
    """Let torch.compile run a function as it stands, between two graphs, because its ranks exchange tensors."""

    @functools.wraps(function)
    def call(*args: object, **kwargs: object) -> object:
        if "_dynamo" in vars(torch):  # not loaded by this
            return torch.compiler.disable(function)(*args, **kwargs)
        return function(*args, **kwargs)

    call._torchdynamo_disable = True  # what torch.compiler.disable leaves too
    call._torchdynamo_disable_msg = "its ranks exchange tensors"
    return call


def _form(tensor: Tensor) -> str:
    """The shape, type and gradient of a tensor as text; integers also with a digest, as plans read their values."""
    if not tensor.is_floating_point():
        return _digest(tensor)
    return f"{tuple(tensor.shape)} {tensor.dtype}{_gradient_of(tensor)}"


def _digest(tensor: Tensor) -> str:
    """The shape, type and a short digest of the numbers of a tensor, as text."""
    return f"{tuple(tensor.shape)} {tensor.dtype} {_digest_of(tensor)[:12]}{_gradient_of(tensor)}"


def _gradient_of(tensor: Tensor) -> str:
    return " with gradient" if tensor.requires_grad else ""


def _digest_of(tensor: Tensor) -> str:
    numbers = _on_host(tensor).detach().contiguous().clone()  # numpy keeps a storage from being freed, as FSDP does
    return hashlib.sha256(numbers.flatten().view(torch.uint8).numpy().tobytes()).hexdigest()


def _on_host(tensor: Tensor) -> Tensor:
    """A tensor in CPU memory; of one that is elsewhere the copy made before, if its numbers are as they were."""
    if tensor.device.type == "cpu":
        return tensor
    version = None if tensor.is_inference() else tensor._version
    known = vars(tensor).get("_ring_copy")
    if version is None or known is None or known[0] != version:
        known = tensor._ring_copy = version, tensor.detach().cpu()
    return known[1]


def _if_on_host(lists: Tensor) -> Tensor:
    """Lists of keys in CPU memory; of those that are elsewhere none: no host waits for numbers that kernels check."""
    return lists if lists.device.type == "cpu" else lists.new_empty(0, device="cpu")


@_between_graphs
def _of_first(of_mesh: Callable[[object], _Ranks], mesh: object, seed: int | Tensor) -> int:
    """The seed that the first rank of a mesh has. `of_mesh`: gives the ranks of it."""
    ranks = of_mesh(mesh)
    with _alone(ranks, "a module"):
        return _agree(ranks, "a module", {}, serial=int(seed))[0][0].serial
