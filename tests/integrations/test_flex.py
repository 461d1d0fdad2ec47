"""FlexAttention's functions and block masks of patterns admit what the reference says, and differences are found."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from conftest import ROOT
from torch import Tensor
from torch.nn.attention.flex_attention import BlockMask, create_block_mask, create_mask, flex_attention

from patternc.driver import analyse, read
from patternc.integrations.flex import block_mask, compare, mask_mod
from patternc.integrations.pattern_files import PatternFile, pattern_file

FOLDER = ROOT / "tests" / "patterns"
HEADS = 4


def n_of(path: Path) -> int:
    """The cells of a grid, or a length that no block divides."""
    (meaning,) = analyse(read(path), {}, targets=()).meanings
    cells = 1
    for size in meaning.grid:
        cells *= size
    return cells if meaning.grid else 131


def inputs_of(path: Path, n: int) -> dict[str, Tensor]:
    file = pattern_file(path, {})
    return {one: torch.tensor([0, n // 3, n // 3, n - 5, n]) for one in file.offsets} | {
        one: torch.tensor([n // 2, n]) for one in file.others if not _is_table(file, one)
    }


def _is_table(file: PatternFile, name: str) -> bool:
    return any(one.name == name and one.shape for one in file.meaning.inputs)


def expressible(path: Path) -> bool:
    groups = analyse(read(path), {}, targets=()).meanings[0].groups
    return "topk" not in path.read_text() and all(len(one.branches) == 1 for one in groups)


PATTERNS = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.long] if path.stem == "mixed_heads" else [])
    for path in sorted(FOLDER.glob("*.pat"))
    if expressible(path)
]


@pytest.mark.parametrize("path", PATTERNS)
def test_functions_of_pairs_and_block_masks(path: Path) -> None:
    n = n_of(path)
    if n > 1024:
        pytest.skip("a grid of more pairs than a test compares")
    inputs = inputs_of(path, n)
    batch = 2 if any(one.dim() == 1 and len(one) == 2 for one in inputs.values()) else 1
    found = create_mask(mask_mod(path, n, heads=HEADS, inputs=inputs), batch, HEADS, n, n, "cpu")
    reference = pattern_file(path, {}).reference()
    for entry in range(batch):
        own = {name: one[entry] if len(one) == 2 else one for name, one in inputs.items()}
        for head in range(HEADS):
            assert torch.equal(found[entry, head], reference.mask(head, HEADS, n, **own) > 0), (entry, head)
    made = block_mask(path, n, heads=HEADS, inputs=inputs, block=32)
    assert made.full_kv_num_blocks is not None
    partial, full = (one.expand(batch, HEADS, -1, -1) for one in states(made))
    padded = torch.zeros(batch, HEADS, len(partial[0, 0]) * 32, len(partial[0, 0]) * 32, dtype=torch.bool)
    padded[..., :n, :n] = found
    blocks = len(partial[0, 0])
    cut = padded.view(batch, HEADS, blocks, 32, blocks, 32).transpose(3, 4)
    assert not (full & ~cut.flatten(4).all(-1)).any()
    assert not (cut.flatten(4).any(-1) & ~(partial | full)).any()


def test_masks_in_the_coordinates_of_documents(tmp_path: Path) -> None:
    path = tmp_path / "within.pat"
    mask = "within(@docs, segment(64) | first(4) | last(3) | when(q < n // 2 and k % 5 == 1)) & causal"
    path.write_text(f"pattern within_documents {{ input docs: offsets; attend {mask} }}")
    test_functions_of_pairs_and_block_masks(path)


def states(made: BlockMask) -> tuple[Tensor, Tensor]:
    """[B, H, rows, columns]: which blocks are partial, and which are full."""
    found = []
    for kind in ("kv", "full_kv"):
        count, columns = getattr(made, f"{kind}_num_blocks"), getattr(made, f"{kind}_indices")
        listed = torch.arange(columns.shape[-1]) < count[..., None]
        found.append(torch.zeros(columns.shape, dtype=torch.bool).scatter(-1, columns.long(), listed))
    return found[0], found[1]


@pytest.mark.parametrize("mask", ["window(100, 0)", "causal", "first(64) & causal", "segment(128)"])
def test_blocks_are_those_of_torch(tmp_path: Path, mask: str) -> None:
    path = tmp_path / "p.pat"
    path.write_text(f"pattern p {{\n    attend {mask}\n}}\n")
    wanted = create_block_mask(mask_mod(path, 512), None, None, 512, 512, "cpu", BLOCK_SIZE=64)
    for one, other in zip(states(block_mask(path, 512, block=64)), states(wanted), strict=True):
        assert torch.equal(one, other)


@pytest.mark.parametrize("block", [(64, 32), (32, 128), [64, 64], (1, 512)])
@pytest.mark.parametrize("mask", ["window(100, 0)", "first(64) & causal", "segment(128)"])
def test_blocks_of_two_sizes_are_those_of_torch(tmp_path: Path, mask: str, block: tuple[int, int]) -> None:
    path = tmp_path / "p.pat"
    path.write_text(f"pattern p {{\n    attend {mask}\n}}\n")
    made = block_mask(path, 500, block=block)
    wanted = create_block_mask(mask_mod(path, 500), None, None, 500, 500, "cpu", BLOCK_SIZE=(block[0], block[1]))
    assert made.BLOCK_SIZE == wanted.BLOCK_SIZE == tuple(block)
    for one, other in zip(states(made), states(wanted), strict=True):
        assert torch.equal(one, other)
    assert torch.equal(made.to_dense(), wanted.to_dense())


@pytest.mark.parametrize(
    ("block", "error"),
    [
        ((64,), TypeError),
        ((64, 32, 16), TypeError),
        (64.0, TypeError),
        (True, TypeError),
        ("64", TypeError),
        (0, ValueError),
        ((64, -1), ValueError),
    ],
)
def test_sizes_of_blocks_that_are_none(tmp_path: Path, block: object, error: type[Exception]) -> None:
    path = tmp_path / "p.pat"
    path.write_text("pattern p {\n    attend causal\n}\n")
    with pytest.raises(error, match=r"block: .* must be"):
        block_mask(path, 64, block=block)  # type: ignore[arg-type]


@pytest.mark.filterwarnings("ignore:flex_attention called without torch.compile")
def test_attention_with_a_block_mask(tmp_path: Path) -> None:
    path = tmp_path / "p.pat"
    path.write_text("pattern p(left=40) {\n    input o: offsets\n    attend window(left, 0) & document(@o)\n}\n")
    torch.manual_seed(0)
    query, key, value = (torch.randn(1, 2, 200, 16) for _ in range(3))
    offsets = torch.tensor([0, 90, 200])
    wanted = pattern_file(path, {"left": "30"}).reference().reference(query, key, value, o=offsets)
    for block in (128, (64, 32)):
        found = flex_attention(
            query, key, value, block_mask=block_mask(path, 200, inputs={"o": offsets}, block=block, left=30)
        )
        assert (found.double() - wanted).abs().max() < 1e-5, block


def test_a_million_positions(tmp_path: Path) -> None:
    """Of 10^12 pairs, none is evaluated: 512 blocks of 2048 positions a side."""
    path = tmp_path / "p.pat"
    path.write_text("pattern p {\n    attend window(4095, 0)\n}\n")
    partial, full = states(block_mask(path, 1 << 20, block=2048))
    assert (int(partial.sum()), int(full.sum())) == (512 + 510, 511)


def test_differences(tmp_path: Path) -> None:
    path = tmp_path / "p.pat"
    path.write_text("pattern p(left=7) {\n    attend window(left, 0)\n}\n")

    def window(_entry: Tensor, _head: Tensor, query: Tensor, key: Tensor) -> Tensor:
        return (query >= key) & (query - key < 8)

    assert compare(path, window, 50) == ()
    (found,) = compare(path, window, 50, left=8)
    assert str(found) == (
        "batch entry 0, head 0: first at query 8, key 0; 42 pairs only in the pattern, 0 only in the mask_mod: the "
        "window of the pattern has 8 keys besides the query itself, that of the mask_mod 7 keys besides the query "
        "itself"
    )

    def by_head(_entry: Tensor, head: Tensor, query: Tensor, key: Tensor) -> Tensor:
        return window(_entry, head, query, key) & ((head < 2) | (key > 0))

    assert [one.head for one in compare(path, by_head, 50, heads=4)] == [2, 3]


def test_what_a_function_of_pairs_cannot_say(tmp_path: Path) -> None:
    path = tmp_path / "p.pat"
    for text, words in (
        ("attend window(3)\n    attend causal\n    combine lse", "keys may count several times"),
        ("attend blocks(16, topk(3))", "`topk` selects blocks by their content"),
    ):
        path.write_text(f"pattern p {{\n    {text}\n}}\n")
        with pytest.raises(NotImplementedError, match=words):
            mask_mod(path, 64)
    path.write_text("pattern p {\n    input o: offsets\n    attend document(@o)\n}\n")
    with pytest.raises(ValueError, match="has the input `o`, which is missing"):
        block_mask(path, 64)


def test_numbers_of_each_query_and_key_are_read(tmp_path: Path) -> None:
    path = tmp_path / "sides.pat"
    path.write_text(
        "pattern sides { input at: positions; attend rows(@at, n) & causal | columns(0, @at) - window(3) }\n"
    )
    of_queries, of_keys = torch.arange(23) - 4, torch.stack([torch.arange(23) * 2, torch.full((23,), 9)])
    found = create_mask(mask_mod(path, 23, heads=2, inputs={"at": (of_queries, of_keys)}), 2, 2, 23, 23, "cpu")
    reference = pattern_file(path, {}).reference()
    for entry in range(2):
        wanted = reference.mask(1, 2, 23, at=(of_queries, of_keys[entry])) > 0
        assert torch.equal(found[entry, 1], wanted)
        q, k = torch.arange(23)[:, None], torch.arange(23)
        meant = (of_queries[:, None] <= k) & (k <= q) | (q < of_keys[entry]) & ((q - k).abs() > 3)
        assert torch.equal(wanted, meant)


def test_labels(tmp_path: Path) -> None:
    """Of queries and of keys as a pair, and of blocks, some of them negative or beyond 32 bits."""
    path = tmp_path / "p.pat"
    path.write_text(
        "pattern p {\n    input id: labels\n    input set: labels\n"
        "    attend when(@id[q] % 3 == @id[k]) & causal | blocks(8, keys(@set))\n}\n"
    )
    n, draws = 50, torch.Generator().manual_seed(0)
    of_queries, of_keys = (torch.randint(-2, 3, (2, n), generator=draws) for _ in range(2))
    of_queries[:, ::7] = 2**40
    of_blocks = torch.randint(0, 2, (7,), generator=draws, dtype=torch.int32)
    inputs: dict[str, Tensor | tuple[Tensor, Tensor]] = {"id": (of_queries, of_keys), "set": of_blocks}
    position = torch.arange(n)
    same = (of_queries[:, :, None] % 3 == of_keys[:, None, :]) & (position[:, None] >= position)
    wanted = same | (of_blocks[position // 8] != 0)
    found = create_mask(mask_mod(path, n, inputs=inputs), 2, 1, n, n, "cpu")[:, 0]
    assert torch.equal(found, wanted)
    partial, full = (one[:, 0] for one in states(block_mask(path, n, inputs=inputs, block=8)))
    padded = torch.nn.functional.pad(wanted, (0, 6, 0, 6)).view(2, 7, 8, 7, 8)
    assert torch.equal(partial | full, padded.any(4).any(2))
    assert not (full & ~padded.all(4).all(2)).any()
