"""Operators and their gradients."""

import contextlib
import functools
import inspect
import itertools
import math

import torch
from torch import Tensor

from .counting import _count_flops


def _like_forward(query: Tensor, _key: Tensor, value: Tensor, *_: object, softmaxes: int = 0) -> tuple[Tensor, ...]:
    """Unwritten tensors of the shapes `_forward` returns: out and lse, and those of several softmaxes."""
    rows = query.shape[:3]
    out, lse = query.new_empty((*rows, value.shape[3])), query.new_empty(rows, dtype=torch.float64)
    if softmaxes == 0:
        return out, lse
    return out, lse, out.new_empty((softmaxes, *out.shape)), lse.new_empty((softmaxes, *lse.shape))


def _like_stacked(query: Tensor, _key: Tensor, value: Tensor, *_: object, softmaxes: int) -> tuple[Tensor, ...]:
    """Unwritten tensors of the shapes `_forward` returns where gates mix several softmaxes: out and lse of each."""
    rows = (softmaxes, *query.shape[:3])
    return query.new_empty((*rows, value.shape[3])), query.new_empty(rows, dtype=torch.float64)


def _vmap(operator, info, in_dims, *inputs):
    """Call an operator once, with samples as entries of the batch."""
    samples = [
        x if not isinstance(x, Tensor) else x.expand(info.batch_size, *x.shape) if dim is None else x.movedim(dim, 0)
        for x, dim in zip(inputs, in_dims, strict=True)
    ]
    results = operator(*(x.flatten(0, 1).contiguous() if isinstance(x, Tensor) else x for x in samples))
    return tuple(x.unflatten(0, samples[0].shape[:2]) for x in results), (0,) * len(results)


def _registered(
    pattern,
    version,
    forward,
    backward,
    flops,
    direct=None,
    *,
    like_forward=_like_forward,
    vmap=_vmap,
    prepared=None,
    tensors=0,
    tables=0,
    learned=None,
    values=None,
    launched=None,
    target="",
    keeps=False,
):
    """Register two functions as operators, opaque to torch.compile and torch.export; return `_attention` of them.

    Each loaded module owns its operators, named by the pattern and the version of the file: the name ends with `_2`,
    `_3`, ... where a file is loaded again.
    `flops` counts what so many products over the numbers of a key take, and so many over those of a value.
    `direct` tells calls that need no operator, which take less time; where None, all are operators.
    `like_forward` allocates what `forward` returns; `vmap` calls an operator with samples.
    The last inputs are `tensors`, `tables` of them with gradients: `prepared` gives what kernels take.
    `learned`: the place among numbers of whether the last input, numbers of pairs, has a gradient; None: it is a table.
    `values` raises on tensors whose numbers are wrong.
    `launched` calls a function that launches kernels of the pattern, made for `target`; where None, none are launched.
    `keeps`: tables outlive the call that makes them, so torch.compile may not put that call into a CUDA graph.
    """
    names = (f"{pattern}_{version}_{count}" for count in itertools.count(1))
    own_name = next(one for one in names if not hasattr(torch.ops.patternc, f"{one}_forward"))

    def made(function, like, gradient, count, empty):
        """An operator; `count`: its FLOPs; `empty`: its results without keys."""

        @functools.wraps(function)
        def call(*inputs):
            query, key = inputs[:2]
            own, given = (inputs[:-tensors], inputs[-tensors:]) if tensors else (inputs, ())
            seq_len = [x for x in own if not isinstance(x, Tensor)][2 if function is forward_at else 3] if given else 0
            if function is not backward and values is not None:  # which gets what has been checked
                values(seq_len, *given[: tensors - tables], wait=False)
            if query.numel() == 0 or key.numel() == 0:
                return tuple(x.fill_(number) for x, number in zip(like(*inputs), itertools.cycle(empty), strict=False))
            with _no_autocast(query.device.type):
                taken = (*own, *prepared(seq_len, *given)) if given else inputs
                return function(*taken) if launched is None else launched(pattern, target, function, *taken)

        unsafe = {"tags": (torch.Tag.cudagraph_unsafe,)} if keeps and hasattr(torch.Tag, "cudagraph_unsafe") else {}
        operator = torch.library.custom_op(f"patternc::{own_name}{function.__name__}", call, mutates_args=(), **unsafe)
        operator.register_fake(like)
        operator.register_autograd(gradient.backward, setup_context=gradient.setup_context)
        operator.register_vmap(functools.partial(vmap, operator))
        packet = getattr(torch.ops.patternc, f"{own_name}{function.__name__}")
        _count_flops(packet, count)

        def run(*inputs):
            return (call if direct is not None and direct(inputs) else operator)(*inputs)

        return operator, call, run

    @functools.wraps(forward)
    def forward_at(*inputs):
        return forward(*inputs)

    def flops_at(query, key, value, scale, starts, k_offset, seq_len, *others, **__):
        if starts.dim() == 3:  # sequences in one entry, each as long as any may be
            query = query.new_empty((starts.shape[0], query.shape[1], starts.shape[2], query.shape[3]), device="meta")
            key = key.new_empty((1, key.shape[1], seq_len, key.shape[3]), device="meta")
        last = k_offset + key.shape[2] - query.shape[2]  # as if the rows stood there: positions are not read
        return flops((1, 1), query, key, value, scale, max(0, last), k_offset, seq_len, *others)

    # As `forward`, but for a tensor of positions.
    parameters = dict(inspect.signature(forward).parameters)
    parameters["q_offset"] = parameters["q_offset"].replace(annotation=Tensor)
    forward_at.__signature__ = inspect.signature(forward).replace(parameters=tuple(parameters.values()))
    forward_at.__name__ = "_forward_at"

    def like_backward(*inputs):
        grads = (x.new_empty(x.shape) for x in inputs[:3])
        shapes = [x.shape for x in inputs[len(inputs) - tables :]]
        if learned is not None and not [x for x in inputs if not isinstance(x, Tensor)][learned]:
            shapes[-1] = (0,)
        return *grads, *(inputs[0].new_empty(shape, dtype=torch.float32) for shape in shapes)

    class _Attention(torch.autograd.Function):
        """The operator with its gradients: also for `torch.func`, which takes a Function and no `register_autograd`."""

        generate_vmap_rule = True
        forward = staticmethod(lambda *inputs: (run_at if isinstance(inputs[4], Tensor) else run)(*inputs))

        @staticmethod
        def setup_context(ctx, inputs, output):
            query, key, value, *rest = inputs
            ctx.numbers, given = rest[: len(rest) - tensors], rest[len(rest) - tensors :]
            ctx.save_for_backward(query, key, value, *output, *given)
            ctx.mark_non_differentiable(*output[2:])
            ctx.set_materialize_grads(False)

        @staticmethod
        def backward(ctx, grad_out, grad_lse, *_):
            if isinstance(ctx.numbers[1], Tensor):
                where = "without a cache" if ctx.numbers[1].dim() == 3 else "where q_offset is an int"
                raise NotImplementedError(f"{pattern}: attention has derivatives only {where}")
            every = ctx.saved_tensors  # read once: hooks, as of activation checkpointing, unpack them each time
            saved, given = every[: len(every) - tensors], every[len(every) - tensors :]
            out, lse = saved[3:5]
            grad_out = torch.zeros_like(out) if grad_out is None else grad_out
            grad_out = grad_out if grad_out.stride(-1) == 1 else grad_out.contiguous()
            none = grad_lse is None
            grad_lse = lse.new_empty(0, dtype=torch.float32) if none else grad_lse.float().contiguous()
            numbers = [*ctx.numbers]
            if learned is not None:
                numbers[learned] = int(ctx.needs_input_grad[-1])
            inputs = *saved, grad_out, grad_lse, *numbers, *given
            grads = _applied(_Gradients, call_backward, inputs)
            last = zip(grads[3:], given[len(given) - tables :], strict=True)
            of_tables = [grad.to(table.dtype) if grad.shape == table.shape else None for grad, table in last]
            return *grads[:3], *[None] * (len(ctx.numbers) + len(given) - tables), *of_tables

        @staticmethod
        def jvp(*_):
            missing = "no forward-mode derivative (jvp, jacfwd, dual tensors); use torch.func.vjp or autograd"
            raise NotImplementedError(f"{pattern}: attention has {missing}")

    class _Gradients(torch.autograd.Function):
        """The operator of gradients, which has no derivatives."""

        generate_vmap_rule = True
        forward = staticmethod(lambda *inputs: run_backward(*inputs))
        setup_context = staticmethod(lambda *_: None)

        @staticmethod
        def backward(*_):
            raise NotImplementedError(f"{pattern}: attention has first derivatives only")

        jvp = backward

    class _Direct(torch.autograd.Function):
        """The same of calls that need no operator: that it takes `ctx` with its inputs saves a tenth of their time."""

        @staticmethod
        def forward(ctx, *inputs):
            output = (call_at if isinstance(inputs[4], Tensor) else call)(*inputs)
            _Attention.setup_context(ctx, inputs, output)
            return output

        backward = staticmethod(_Attention.backward)

    def _applied(function, call, inputs, recording=None):
        """Apply a Function; a call that needs no operator applies `recording`, or nothing if no gradient is asked."""
        differentiates = torch.is_grad_enabled() and _is_any_differentiated(inputs)
        if direct is None or (differentiates and recording is None) or not direct(inputs):
            return function.apply(*inputs)
        return (recording.apply if differentiates else call)(*inputs)

    def recorded(*inputs):
        """torch.compile records this call: what it would trace of a Function has no `jvp`."""
        return _applied(_Attention, call_at if isinstance(inputs[4], Tensor) else call, inputs, _Direct)

    def record():
        """Tell torch.compile so while it traces: to tell it earlier would import it with the module."""
        torch.compiler.allow_in_graph(recorded)

    record._dynamo_marked_constant = True  # it is called in tracing, as by torch.compiler.assume_constant_result

    def call_recorded(*inputs):
        """A separate function, because torch 2.7 resolves callees on entry and `record` must run first."""
        return recorded(*inputs)

    def _attention(*inputs):
        if torch.compiler.is_dynamo_compiling():
            record()
        return call_recorded(*inputs)

    operator, call, run = made(forward, like_forward, _Attention, functools.partial(flops, (1, 1)), (0.0, -math.inf))
    _, call_at, run_at = made(forward_at, like_forward, _Attention, flops_at, (0.0, -math.inf))
    operator_backward, call_backward, run_backward = made(
        backward, like_backward, _Gradients, functools.partial(flops, (3, 2)), (0.0,)
    )
    return own_name, operator, operator_backward, _attention


def _check_traced() -> None:
    """Raise under `torch.jit.trace`, which would record the loops of one length."""
    if torch.jit.is_tracing():
        _refuse_jit("trace")


def _refuse_jit(function: str) -> None:
    raise NotImplementedError(f"torch.jit.{function} cannot take attention: use torch.export.export, or torch.compile")


def _is_any_differentiated(inputs):
    for x in inputs:  # noqa: SIM110 -- a generator takes twice as long
        if isinstance(x, Tensor) and x.requires_grad:
            return True
    return False


def _unseen(inputs):
    """Whether a call needs no operator: no compiler, transform, mode or profiler would see it, and tensors are plain.

    The function itself is called then, which takes half of the time.
    """
    if torch._C._dispatch_tls_local_include_set().raw_repr() & ~_ORDINARY or torch._C._len_torch_function_stack():
        return False
    if torch.autograd._profiler_enabled() or torch.autograd.forward_ad._current_level >= 0 or inputs[0].is_meta:
        return False
    keys_of, plain = torch._C._dispatch_keys, _plain_keys(inputs[0].device.type)
    for x in inputs:
        if isinstance(x, Tensor):
            keys = keys_of(x).raw_repr()
            if keys not in plain and keys not in _plain_keys(x.device.type):
                return False
    return True


def _no_autocast(device):
    """A context without autocast; a null context where autocast is off, as entering one takes microseconds."""
    return torch.autocast(device, enabled=False) if torch.is_autocast_enabled(device) else contextlib.nullcontext()


_ORDINARY = (
    torch._C.DispatchKeySet(torch._C.DispatchKey.BackendSelect)
    | torch._C.DispatchKeySet(torch._C.DispatchKey.ADInplaceOrView)
).raw_repr()
"""What torch dispatches by in any thread, beside what tensors say; as bits, as torch 2.7 compares no sets."""


@functools.cache
def _plain_keys(device):
    """The dispatch keys of a plain tensor: neither a subclass nor a view that negates or conjugates."""
    found = []
    for inference in (False, True):
        with torch.inference_mode(inference):
            found.append(torch._C._dispatch_keys(torch.empty(0, device=device)).raw_repr())
    return found


def _vmap_parts(operator, info, in_dims, *inputs):
    """Call an operator once, with samples as entries of the batch, which is the second dimension of parts."""
    backward = isinstance(inputs[3], Tensor)  # `out`; of the other operator it is the scale
    parts_given, parts_found = ((5, 6), ()) if backward else ((), (2, 3))
    samples = [
        x if not isinstance(x, Tensor) else x.expand(info.batch_size, *x.shape) if dim is None else x.movedim(dim, 0)
        for x, dim in zip(inputs, in_dims, strict=True)
    ]
    extents = samples[0].shape[:2]
    for place in parts_given:
        samples[place] = samples[place].movedim(2, 1)
    folded = [x.flatten(0, 1).contiguous() if isinstance(x, Tensor) else x for x in samples]
    for place in parts_given:
        folded[place] = folded[place].movedim(1, 0).contiguous()
    results = [x.unflatten(1 if place in parts_found else 0, extents) for place, x in enumerate(operator(*folded))]
    return tuple(results), tuple(1 if place in parts_found else 0 for place in range(len(results)))


def _vmap_apart(operator, info, in_dims, *inputs):
    """Call an operator sample by sample: a table, documents or a seed belong to a whole batch."""
    if info.batch_size == 0:
        raise ValueError("vmap has 0 samples, must have 1 at least")
    calls = []
    for sample in range(info.batch_size):
        own = (x if dim is None else x.select(dim, sample) for x, dim in zip(inputs, in_dims, strict=True))
        calls.append(operator(*(x.contiguous() if isinstance(x, Tensor) else x for x in own)))
    return tuple(map(torch.stack, zip(*calls, strict=True))), (0,) * len(calls[0])
