// Which pairs a mask admits: the lists that patternc/pictures/predicates.py writes, as patternc/ir/semantics.py means them.
// Integers are numbers, or, where a pattern needs more than 53 bits, all of them are BigInts.
const mod = (a, b) => {
  const rest = a % b;
  return rest < 0 ? rest + b : rest;
};
const floorDiv = (a, b) => (a - mod(a, b)) / b;
const ceilDiv = (a, b) => -floorDiv(-a, b);
const product = (a, b) => Math.imul(a, b) >>> 0;

const ODD = [0x7feb352d, 0x846ca68b, 0x2c1b3c6d];

function mixed(x) {
  x = product(x ^ (x >>> 16), ODD[0]);
  x = product(x ^ (x >>> 15), ODD[1]);
  return (x ^ (x >>> 16)) >>> 0;
}

function hashed(...words) {
  return words.reduce((x, word) => mixed((x + word + 0x9e3779b9) >>> 0), 0);
}

function shuffled(x, bits, key) {
  const mask = 2 ** bits - 1;
  const half = (bits + 1) >> 1;
  ODD.forEach((odd, turn) => {
    x = (product((x + hashed(key, turn)) & mask, odd) & mask) >>> 0;
    x ^= x >>> half;
  });
  return x;
}

function ranked(seed, head, row, column) {
  const octave = column < 2 ? 0 : 31 - Math.clz32(column);
  const first = octave ? 2 ** octave : 0;
  const bits = Math.max(octave, 1);
  const key = hashed(seed, head, row, octave);
  return shuffled(column - first, bits, key) * 2 ** (31 - bits) + (hashed(key, column) >>> (bits + 1));
}

class Meaning {
  // call: { n, heads, inputs } of a page; wide: whether integers are BigInts.
  constructor(call, wide) {
    this.big = wide ? (value) => BigInt(value) : (value) => value;
    this.n = this.big(call.n);
    this.heads = this.big(call.heads);
    this.inputs = call.inputs;
    this.rows = new Map();
    this.tables = new Map();
  }

  // A mask with its integers as this page needs them.
  revived(mask) {
    if (Array.isArray(mask)) return mask.map((one) => this.revived(one));
    if (mask !== null && typeof mask === "object") return BigInt(mask.big);
    return typeof mask === "number" ? this.big(mask) : mask;
  }

  admits(mask, head, query, key) {
    return this.holds(mask, { h: this.big(head), q: this.big(query), k: this.big(key), n: this.n });
  }

  holds(mask, at) {
    const other = (side) => (side === "q" ? at.k : at.q);
    switch (mask[0]) {
      case "AtLeast":
        return at[mask[1]] >= this.position(mask[2], other(mask[1]));
      case "Below":
        return at[mask[1]] < this.position(mask[2], other(mask[1]));
      case "Residue":
        return this.residue(at[mask[1]], mask[2], mask[4], mask[5]) === this.offset(mask[3], mask[2], at.h);
      case "SameResidue":
        return this.residue(at.q, ...mask.slice(1)) === this.residue(at.k, ...mask.slice(1));
      case "Random":
      case "Table":
      case "TopK":
      case "Picked":
        return this.chosen(mask.map((one) => (typeof one === "bigint" ? Number(one) : one)), at);
      case "Box":
        return this.near(mask, at);
      case "Compare": {
        const [left, right] = [this.value(mask[2], at), this.value(mask[3], at)];
        return mask[1] === "==" ? left === right : left < right;
      }
      case "Not":
        return !this.holds(mask[1], at);
      case "And":
        return mask[1].every((one) => this.holds(one, at));
      case "Or":
        return mask[1].some((one) => this.holds(one, at));
      default:
        throw new Error(`a mask of an unknown kind: ${mask[0]}`);
    }
  }

  position(bound, x) {
    switch (bound[0]) {
      case "Constant":
        return bound[1];
      case "FromEnd":
        return ceilDiv(this.n, bound[2]) * bound[2] + bound[1];
      case "RelativePosition":
        return floorDiv(x + bound[2], bound[3]) * bound[3] + bound[1];
      case "OfBatch":
        return this.big(this.inputs[bound[1]]) * bound[2];
      case "OfEach":
        return this.big(this.inputs[bound[1]][Number(floorDiv(x, bound[4]))]) * bound[4];
      case "InDocument": {
        const [start, end] = [false, true].map((last) => this.position(["OfDocument", bound[1], last, this.big(1)], x));
        const inside = Object.assign(Object.create(this), { n: end - start });
        const found = start + inside.position(bound[2], x - start);
        return found < start ? start : found > end ? end : found;
      }
      case "OfDocument": {
        const starts = this.inputs[bound[1]];
        const moved = bound[2] ? [...starts.slice(1), starts[starts.length - 1]] : starts;
        const block = floorDiv(x, bound[3]);
        let place = moved[0];
        for (let i = 1; i < starts.length; i++) if (block >= starts[i]) place += moved[i] - moved[i - 1];
        return this.big(place) * bound[3];
      }
      default:
        throw new Error(`a bound of an unknown kind: ${bound[0]}`);
    }
  }

  residue(x, dilation, segment, block) {
    const own = floorDiv(x, block);
    return mod(segment ? mod(own, segment) : own, dilation);
  }

  offset(rule, dilation, head) {
    if (rule[0] === "ByHead") return mod(head, dilation);
    return rule[0] === "ByHeadBlock" ? floorDiv(head, ceilDiv(this.heads, dilation)) : rule;
  }

  value(expression, at) {
    if (!Array.isArray(expression)) return typeof expression === "string" ? at[expression] : expression;
    if (expression[0] === "Label") {
      const [, name, side, block] = expression;
      return this.big(this.inputs[name][Number(floorDiv(at[side], block))]);
    }
    if (expression[0] === "BoundAt") return this.position(expression[1], at[expression[2]]);
    const [a, b] = [this.value(expression[2], at), this.value(expression[3], at)];
    switch (expression[1]) {
      case "+":
        return a + b;
      case "-":
        return a - b;
      case "*":
        return a * b;
      case "//":
        return floorDiv(a, b);
      default:
        return mod(a, b);
    }
  }

  near([, grid, extents, dilations, steps, before], at) {
    let stride = grid.reduce((a, b) => a * b);
    return grid.every((size, axis) => {
      stride /= size;
      const [extent, dilation, step] = [extents[axis], dilations[axis], steps[axis] ?? this.big(1)];
      const [i, j] = [at.q, at.k].map((x) => mod(floorDiv(x, stride), size));
      const held = ceilDiv(size - mod(i, dilation), dilation);
      let start = floorDiv(i, dilation * step) * step - (before[axis] ?? floorDiv(extent, this.big(2)));
      if (start < 0) start = this.big(0);
      if (start > held - extent) start = held - extent;
      const place = floorDiv(j, dilation);
      return mod(i, dilation) === mod(j, dilation) && place >= start && place < start + extent;
    });
  }

  chosen(selection, at) {
    if (selection[0] === "Picked") return this.picked(selection, at);
    const [kind, block] = selection;
    const [head, row, column] = [Number(at.h), Math.floor(Number(at.q) / block), Math.floor(Number(at.k) / block)];
    if (kind === "TopK") return column <= row && column > row - selection[2];
    if (kind === "Table") return this.entry(selection, head, row, column);
    const [, , seed, count, threshold] = selection;
    if (count === null) return hashed(seed, head, row, column) < threshold;
    return this.lowest(block, seed, head, row, count).has(column);
  }

  // Each row lists the block that it ends in, and those before it.
  picked([, input, , rows, columns], at) {
    const row = Math.floor(Number(at.q) / rows);
    const column = Math.floor(Number(at.k) / columns);
    const end = Math.floor((row * rows + rows - 1) / columns);
    const last = Math.min(end, Math.ceil(Number(at.n) / columns) - 1);
    return column <= last && column > last - Number(this.inputs[input]);
  }

  entry([, , , heads, rows, columns, text], head, row, column) {
    if (!this.tables.has(text)) this.tables.set(text, Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
    const place = ((heads > 1 ? head : 0) * rows + row) * columns + column;
    return ((this.tables.get(text)[place >> 3] >> (7 - (place & 7))) & 1) === 1;
  }

  // The columns with the lowest ranks of a row; ties go to the first ones.
  lowest(block, seed, head, row, count) {
    const name = `${block},${seed},${head},${row},${count}`;
    if (!this.rows.has(name)) {
      const columns = Array.from({ length: Math.ceil(Number(this.n) / block) }, (_, column) => column);
      const ranks = columns.map((column) => ranked(seed, head, row, column));
      columns.sort((a, b) => ranks[a] - ranks[b] || a - b);
      this.rows.set(name, new Set(columns.slice(0, count)));
    }
    return this.rows.get(name);
  }
}
