"""Transfers between ranks, and what is said where one fails."""

import ast
import contextlib
import functools
import hashlib
import threading
import time
import weakref
from collections.abc import Callable, Iterator

import torch
import torch.distributed as dist
from torch import Tensor
from torch.distributed.device_mesh import DeviceMesh

from ..checks import _require


class RingError(RuntimeError):
    """A rank failed, did not answer in time, or was called with other arguments: the message names it."""


CAUSE_TIMEOUT = 1.0  # seconds that a rank which waits in vain asks others for the cause
TAGS = 1 << 30  # this tag and as many above it are of messages in CPU memory: others on the group use lower ones
MOST_OPERATIONS = 256  # that NCCL takes at once
LEAST_BYTES, MOST_BYTES = 1 << 9, 1 << 18  # of room for the first message of a rank


Works = list[tuple[dist.Work, list[int]]]  # what is under way, and with which ranks


class State:
    """The state of a group.

    Which call is under way, room for messages, devices that are connected, and what ranks agreed on.
    """

    def __init__(self) -> None:
        """Nothing yet."""
        self.lock = threading.Lock()
        self.under_way = ""  # the call of a thread
        self.calls = 0  # that were begun, as many on all ranks: no message of one is taken for one of another
        self.together = False  # whether all ranks raise what this rank raises now, since all have heard the same
        self.left = ""  # why no call may begin or go on: a rank has left one, and its messages are still on their way
        self.room = LEAST_BYTES  # for the first message of each rank in the next call, the same on all ranks
        self.beside: dist.ProcessGroupGloo | None = None
        self.connected: set[torch.device] = set()
        self.agreed: dict[str, None] = {}  # the last facts as text, in the order of agreement


_GROUPS = vars(dist).setdefault("_groups_of_rings", weakref.WeakKeyDictionary())
"""The state of each group, which all generated files share."""


class _Ranks:
    """The ranks of a one-dimensional `DeviceMesh` or a process group, and transfers between them."""

    size: int  # how many there are, as the pattern says

    def __init__(self, mesh: DeviceMesh | dist.ProcessGroup, *, agree: str | None = None) -> None:
        """Check that the mesh has `size` ranks.

        `agree`: whether ranks compare their arguments "always", in the first call "once" for each set of them, or
        "never"; None: always where tensors are in CPU memory, else once.
        """
        if isinstance(mesh, DeviceMesh):
            _require(mesh.ndim == 1, "mesh has {} dimensions, must have 1: pass mesh[name]", mesh.ndim)
            mesh = mesh.get_group()
        known = "mesh is a {}, must be a DeviceMesh or a process group"
        _require(isinstance(mesh, dist.ProcessGroup), known, type(mesh).__name__, error=TypeError)
        modes = None, "always", "once", "never"
        _require(agree in modes, "agree is {!r}, must be 'always', 'once', 'never' or None", agree)
        self.group, self.rank, size = mesh, dist.get_rank(mesh), dist.get_world_size(mesh)
        _require(size == self.size, "mesh has {} ranks, must have {} as `ring` says in the pattern", size, self.size)
        self.agree, self.state = agree, _GROUPS.setdefault(mesh, State())

    @property
    def others(self) -> list[int]:
        """All ranks but this one."""
        return [rank for rank in range(self.size) if rank != self.rank]

    def compares(self, tensor: Tensor) -> str:
        """When ranks compare the arguments of calls with such tensors."""
        return self.agree or ("always" if tensor.device.type == "cpu" else "once")

    def check_device(self, tensor: Tensor) -> None:
        """Raise on a tensor that the group can't send."""
        kind, known = tensor.device.type, [one.type for one in self.group._device_types]
        held = "query is on {}, and the group sends tensors on {}: make a group for it, as by 'cpu:gloo,cuda:nccl'"
        _require(kind in ("cpu", *known), held, kind, " and ".join(sorted(known)))
        sends = kind == "cpu" or self.group._get_backend(tensor.device).name() != "gloo"
        held = "query is on {}, where gloo sends no rows: make a group for it, as by 'cpu:gloo,cuda:nccl'"
        _require(sends, held, kind)

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """All ranks have heard the same: what is raised here is raised on each, and the group can still be used."""
        self.state.together = True
        yield
        self.state.together = False

    def check(self) -> None:
        """Raise where the group can't be used any more."""
        if self.state.left:
            advice = "no call can use the group any more: end the processes, or make a new group on all ranks"
            raise RingError(f"rank {self.rank} {self.state.left}\n  {advice}")

    def leave(self, why: str) -> None:
        """Let no call begin or go on from now on, and tell ranks that wait for this one why."""
        self.state.left = self.state.left or why
        self._causes(f"rank {self.rank} {why}", [])

    def connect(self, tensor: Tensor) -> None:
        """Begin with a collective of all ranks: NCCL connects them in the first, and a first hop may be of a few."""
        if tensor.device.type != "cpu" and tensor.device not in self.state.connected:
            with torch.cuda.device_of(tensor):
                dist.all_reduce(torch.zeros(1, device=tensor.device), group=self.group)
            self.state.connected.add(tensor.device)

    def exchange(self, words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Callable[[], None]:
        """Begin to send tensors to ranks and to fill others from ranks; what is returned waits for all of them.

        None may be changed before that. Errors say by `words` what is exchanged; in CPU memory these, and the number of
        the call, are also the tag. On a GPU the operations of a batch run side by side and batches one after the other:
        all ranks exchange in the same order.
        """
        self.check()
        kept = [*sends.items(), *receives.items()]
        one_by_one = not kept or kept[0][1].device.type == "cpu"
        works = (self._posted if one_by_one else self._batched)(words, sends, receives)

        def wait() -> None:
            for work, peers in works:
                try:
                    work.wait()
                except RuntimeError as error:
                    raise self._failed(words, peers, error) from error
            kept.clear()  # until here the tensors must live

        return wait

    def _posted(self, words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Works:
        """Operations in CPU memory, each of its own."""
        works, carrier, tag = [], self._carrier(), _tag(self.state.calls, words)
        for post, tensors in ((carrier.send, sends), (carrier.recv, receives)):
            for rank, tensor in tensors.items():
                try:
                    works.append((post([tensor], rank, tag), [rank]))
                except RuntimeError as error:
                    raise self._failed(words, [rank], error) from error
        return works

    def _batched(self, words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Works:
        """Batches of operations, which are not too many: every rank takes others in the order of their distance."""
        works, to_global = [], functools.partial(dist.get_global_rank, self.group)
        calls = [((rank - self.rank) % self.size, dist.isend, rank, tensor) for rank, tensor in sends.items()]
        calls += [((self.rank - rank) % self.size, dist.irecv, rank, tensor) for rank, tensor in receives.items()]
        for first in range(1, self.size, MOST_OPERATIONS // 2):
            batch = [call[1:] for call in calls if first <= call[0] < first + MOST_OPERATIONS // 2]
            peers = sorted({rank for _, rank, _ in batch})
            ops = [dist.P2POp(call, tensor, to_global(rank), self.group) for call, rank, tensor in batch]
            try:
                with torch.cuda.device_of(batch[0][2]) if batch else contextlib.nullcontext():
                    works += [(work, peers) for work in (dist.batch_isend_irecv(ops) if ops else [])]
            except RuntimeError as error:
                raise self._failed(words, peers, error) from error
        return works

    def _carrier(self) -> dist.ProcessGroup:
        """The group that sends tensors in CPU memory: itself, or a gloo group if it has no backend for these."""
        if any(one.type == "cpu" for one in self.group._device_types):
            return self.group
        if self.state.beside is None:
            store = dist.PrefixStore("ring/", dist.distributed_c10d._get_process_group_store(self.group))
            options = self.group._get_backend(self.group._device_types[0]).options
            timeout = options._timeout if options else dist.distributed_c10d.default_pg_timeout
            self.state.beside = dist.ProcessGroupGloo(store, self.rank, self.size, timeout)
        return self.state.beside

    def _failed(self, words: str, peers: list[int], error: RuntimeError) -> RingError:
        named = f"rank {peers[0]}" if len(peers) == 1 else f"one of the ranks {', '.join(map(str, peers))}"
        reason = f"{words}: {named} failed or did not answer rank {self.rank} in time"
        return RingError("\n  because ".join([reason, *self._causes(reason, peers), str(error)]))

    def _causes(self, reason: str, peers: list[int]) -> list[str]:
        """Why the peers failed, as far as they could say. The reason of this rank is left for others."""
        causes: list[str] = []
        asking = threading.Thread(target=self._ask_for_causes, args=(reason, peers, causes), daemon=True)
        asking.start()
        asking.join(2 * CAUSE_TIMEOUT)  # the store may be gone with its rank
        return causes

    def _ask_for_causes(self, reason: str, peers: list[int], causes: list[str]) -> None:
        asked, end = {self.rank}, time.monotonic() + CAUSE_TIMEOUT
        with contextlib.suppress(RuntimeError):
            store = dist.distributed_c10d._get_process_group_store(self.group)
            if not store.check([f"ring failed: {self.rank}"]):  # the first reason is the cause of others
                store.set(f"ring failed: {self.rank}", f"{peers}{reason}")
            while peers and time.monotonic() < end:
                told = [rank for rank in peers if rank not in asked and store.check([f"ring failed: {rank}"])]
                if told:
                    asked.add(told[0])
                    ranks, _, cause = store.get(f"ring failed: {told[0]}").decode().partition("]")
                    peers = ast.literal_eval(f"{ranks}]")
                    causes.append(cause)
                time.sleep(0.02)


def _tag(call: int, words: str) -> int:
    """The tag of messages of a call; its agreements have the same one, which call it may be."""
    kind = "agreement" if words.startswith("agreement") else words
    return TAGS + int.from_bytes(hashlib.sha256(f"{call} {kind}".encode()).digest()[:4], "big") % TAGS


class Part(_Ranks):
    """Some of the ranks: every `step`-th from `first` on."""

    def __init__(self, ranks: _Ranks, first: int, step: int, size: int) -> None:
        """Number the ranks of a part from 0 on."""
        self.whole, self.names = ranks, range(first, first + step * size, step)
        self.rank, self.size = self.names.index(ranks.rank), size

    def exchange(self, words: str, sends: dict[int, Tensor], receives: dict[int, Tensor]) -> Callable[[], None]:
        """Exchange tensors between these ranks."""
        named = ({self.names[rank]: x for rank, x in some.items()} for some in (sends, receives))
        return self.whole.exchange(words, *named)
