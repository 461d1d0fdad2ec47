// The page: what is selected, and drawings of it. All data is in the element #data; nothing is fetched.
const data = JSON.parse(document.getElementById("data").textContent);
const meaning = new Meaning(data.call, data.wide);
const n = data.call.n;
const groups = data.groups.map((group) => ({
  ...group,
  branches: group.branches.map((branch) => ({
    ...branch,
    mask: meaning.revived(branch.mask),
    alternatives: branch.alternatives.map((one) => ({ ...one, mask: meaning.revived(one.mask) })),
  })),
}));
const state = { head: data.head, branch: -1, query: 0, key: 0, top: 0, left: 0, cells: 64, line: 0 };

const find = (id) => document.getElementById(id);
const count = (number) => Math.round(number).toLocaleString("en-US").replaceAll(",", "\u202f");
const classOf = (head) => data.classes[data.class_of[head]];
const groupOf = (head) => groups[classOf(head).group];
const clamp = (x, low, high) => Math.max(low, Math.min(high, x));

function element(name, attributes = {}, ...children) {
  const svg = ["svg", "g", "rect", "line", "path", "circle", "text", "title"].includes(name);
  const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// A position on a canvas as a whole number of the screen's pixels: neighbours then meet without a seam.
const ratio = () => window.devicePixelRatio || 1;
const snapped = (at) => Math.round(at * ratio()) / ratio();

function fillBetween(drawing, left, top, right, bottom) {
  const [x, y] = [snapped(left), snapped(top)];
  drawing.fillRect(x, y, snapped(right) - x, snapped(bottom) - y);
}

const ofBranch = (place) => data.palette[place % data.palette.length];

// How often each branch of a head admits a pair.
function counts(head, query, key) {
  return groupOf(head).branches.map((one) => (meaning.admits(one.mask, head, query, key) ? one.times : 0));
}

// ---- canvases -------------------------------------------------------------------------------------------------------
function context(canvas) {
  const side = Math.round(canvas.clientWidth * ratio());
  if (canvas.width !== side) canvas.width = canvas.height = side;
  const drawing = canvas.getContext("2d");
  drawing.setTransform(ratio(), 0, 0, ratio(), 0, 0);
  drawing.clearRect(0, 0, canvas.clientWidth, canvas.clientWidth);
  return drawing;
}

// Runs of `E` (empty), `F` (full) or a letter from `P` on (partial) with base-36 lengths; `=` is the line before.
function unpacked(text) {
  const lines = [];
  for (const line of text.split(";")) {
    if (line === "=") lines.push(lines[lines.length - 1]);
    else lines.push(line.match(/[A-Z][0-9a-z]+/g).map((run) => [run[0], parseInt(run.slice(1), 36)]));
  }
  return lines;
}

const layers = new Map();
function layer(head, branch) {
  const place = data.class_of[head];
  const name = `${place},${branch}`;
  if (!layers.has(name)) layers.set(name, unpacked(data.classes[place].layers[branch + 1].tiles));
  return layers.get(name);
}

// How much colour a tile has: the less, the fewer of its pairs are admitted, about 1 in 2 ** step of a partial one.
const FULL = 0.9;
const ofShare = (step) => 0.72 - (0.58 * step) / data.faintest;
const alphaOf = (kind) => (kind === "F" ? FULL : ofShare(kind.charCodeAt(0) - "P".charCodeAt(0)));

function fillShares() {
  const steps = [...Array(data.faintest).keys()].reverse();
  const swatch = (alpha) => element("span", { class: "share", style: `opacity:${alpha}` });
  find("shares").replaceChildren(swatch(ofShare(data.faintest)), ...steps.map((step) => swatch(ofShare(step))));
  find("least-share").textContent = `1/${2 ** data.faintest} or less`;
  find("full").style.opacity = FULL;
}

function drawTiles() {
  const canvas = find("tiles");
  const drawing = context(canvas);
  const scale = canvas.clientWidth / n;
  const side = data.side;
  const own = state.branch < 0 ? colour("--accent") : ofBranch(state.branch);
  drawing.fillStyle = colour("--empty");
  drawing.fillRect(0, 0, canvas.clientWidth, canvas.clientWidth);
  drawing.fillStyle = own;
  layer(state.head, state.branch).forEach((line, row) => {
    let column = 0;
    for (const [kind, length] of line) {
      if (kind !== "E") {
        drawing.globalAlpha = alphaOf(kind);
        const [left, top] = [column * side * scale, row * side * scale];
        const [right, bottom] = [column + length, row + 1].map((at) => Math.min(n, at * side) * scale);
        fillBetween(drawing, left, top, right, bottom);
      }
      column += length;
    }
  });
  drawing.globalAlpha = 1;
  drawVisits(drawing, scale);
  drawing.strokeStyle = colour("--ink");
  drawing.lineWidth = 2;
  const shown = Math.max(6, Math.min(state.cells, n) * scale);
  const [x, y] = [state.left, state.top].map((at) => clamp(at * scale, 1, canvas.clientWidth - shown - 1));
  drawing.strokeRect(x, y, shown, shown);
  find("certainty").textContent = certainty(classOf(state.head).layers[state.branch + 1]);
}

// What the map of a branch shows that is not exact; nothing where all of it is.
function certainty({ drawn, undecided }) {
  const tiles = (number) => `${count(number)} partial ${number === 1 ? "tile" : "tiles"}`;
  const sampled = drawn ? [`The shade of ${tiles(drawn)} is that of rows and columns drawn at random.`] : [];
  const open = undecided ? [`${tiles(undecided)} may be empty or full: finding out takes too long.`] : [];
  return [...sampled, ...open].join(" ");
}

function drawCells() {
  const canvas = find("cells");
  const drawing = context(canvas);
  const cells = Math.min(state.cells, n);
  const margin = 44;
  const size = (canvas.clientWidth - margin) / cells;
  drawing.fillStyle = colour("--empty");
  fillBetween(drawing, margin, margin, margin + size * cells, margin + size * cells);
  const gap = size > 5 ? 1 : 0;
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const found = counts(state.head, state.top + row, state.left + column);
      const admitting = found.flatMap((times, place) => (times && isShown(place) ? [place] : []));
      admitting.forEach((place, index) => {
        const [left, top] = [snapped(margin + column * size), margin + row * size];
        const width = (snapped(margin + (column + 1) * size) - gap - left) / admitting.length;
        drawing.fillStyle = ofBranch(place);
        fillBetween(drawing, left + index * width, top, left + (index + 1) * width, snapped(top + size) - gap);
      });
    }
  }
  drawAxes(drawing, margin, size, cells);
  drawing.strokeStyle = colour("--ink");
  drawing.lineWidth = 2;
  const [x, y] = [state.key - state.left, state.query - state.top];
  if (x >= 0 && y >= 0 && x < cells && y < cells) {
    drawing.strokeRect(margin + x * size - 0.5, margin + y * size - 0.5, Math.max(size, 4), Math.max(size, 4));
  }
}

const isShown = (branch) => state.branch < 0 || state.branch === branch;

function drawAxes(drawing, margin, size, cells) {
  drawing.fillStyle = colour("--faint");
  drawing.font = `11px ${colour("--mono")}`;
  drawing.textBaseline = "middle";
  const every = Math.max(1, Math.round(cells / 4));
  for (let at = 0; at < cells; at += every) {
    drawing.textAlign = "right";
    drawing.fillText(String(state.top + at), margin - 6, margin + (at + 0.5) * size);
    drawing.textAlign = at ? "center" : "left";
    drawing.fillText(String(state.left + at), margin + (at ? (at + 0.5) * size : 0), margin - 10);
  }
  drawing.textAlign = "left";
  drawing.fillText("key \u2192", margin, 12);
  drawing.fillText("query", 2, 12);
  drawing.fillText("\u2193", 2, 28);
}

// ---- selection ------------------------------------------------------------------------------------------------------
function show({ follow = true, ...change }) {
  const before = { ...state };
  Object.assign(state, change);
  state.query = clamp(state.query, 0, n - 1);
  state.key = clamp(state.key, 0, n - 1);
  const cells = Math.min(state.cells, n);
  if (follow) {
    state.top = clamp(clamp(state.top, state.query - cells + 1, state.query), 0, n - cells);
    state.left = clamp(clamp(state.left, state.key - cells + 1, state.key), 0, n - cells);
  }
  if (before.head !== state.head) {
    if (state.branch >= groupOf(state.head).branches.length) state.branch = -1;
    fillBranches();
    drawRows();
    restart();
  }
  drawTiles();
  drawCells();
  describe();
  keepAddress();
}

// The window of cells around a position, and the cell in its middle.
function lookAt(query, key) {
  const half = Math.floor(Math.min(state.cells, n) / 2);
  const limit = n - Math.min(state.cells, n);
  show({
    query,
    key,
    top: clamp(query - half, 0, limit),
    left: clamp(key - half, 0, limit),
  });
}

// A link to a line of the pattern: the address is that of the view, and stays so.
function go(event, line) {
  event.preventDefault();
  choose(line);
  find(`line-${line}`).scrollIntoView({ block: "nearest" });
}

function describe() {
  const { head, query, key } = state;
  const found = counts(head, query, key);
  const total = found.reduce((a, b) => a + b, 0);
  const lines = find("reasons");
  lines.replaceChildren();
  groupOf(head).branches.forEach((branch, place) => {
    if (!found[place]) return;
    const holding = branch.alternatives.filter((one) => meaning.admits(one.mask, head, query, key));
    const words = branch.alternatives.length > 1 ? holding.map((one) => one.text).join("  and  ") : branch.alternatives[0].text;
    const times = branch.times > 1 ? ` \u00d7${branch.times}` : "";
    lines.append(
      element(
        "li",
        {},
        element("span", { class: "swatch", style: `background:${ofBranch(place)}` }),
        element("a", { href: `#line-${branch.line}`, onclick: (event) => go(event, branch.line) }, `${data.file}:${branch.line}`),
        element("code", {}, branch.text + times),
        element("span", { class: "because" }, words),
      ),
    );
  });
  const verdict = total ? `admitted${total > 1 ? ` ${total} times` : ""}` : "not admitted";
  find("cell").textContent = `head ${head}, query ${query}, key ${key}: ${verdict}`;
  find("query").value = query;
  find("key").value = key;
  find("cells").setAttribute("aria-label", `Mask, cell by cell. ${find("cell").textContent}`);
}

function fillHeads() {
  const heads = data.class_of.map((place, head) => {
    const first = data.classes[place].head;
    return element("option", { value: head }, first === head ? `${head}` : `${head}  (as ${first})`);
  });
  find("head").replaceChildren(...heads);
  find("head").value = state.head;
}

function fillBranches() {
  const { branches, combine } = groupOf(state.head);
  const every = branches.length > 1 ? `all ${branches.length}, by ${combine}` : "the only one";
  const options = branches.map((branch, place) => element("option", { value: place }, `${place}: ${branch.text}`));
  find("branch").replaceChildren(element("option", { value: -1 }, every), ...options);
  find("branch").value = state.branch;
  const entries = branches.map((branch, place) =>
    element(
      "li",
      {},
      element("span", { class: "swatch", style: `background:${ofBranch(place)}` }),
      element("code", {}, branch.text),
    ),
  );
  find("legend").replaceChildren(...entries);
}

// ---- the order of tiles ---------------------------------------------------------------------------------------------
const playing = { at: 0, timer: 0, visits: [] };

function visitsOf(head) {
  const { order } = classOf(head);
  if (!order) return [];
  return order.launches.flatMap((launch, number) =>
    launch.programs.flatMap(([rows, ...runs], program) => {
      const tiles = [];
      for (let i = 0; i < runs.length; i += 4) {
        for (let tile = 0; tile < runs[i + 1]; tile++) {
          tiles.push({ launch, number, program, rows, columns: runs[i] + tile, full: runs[i + 2], clause: runs[i + 3] });
        }
      }
      return tiles;
    }),
  );
}

function restart() {
  pause();
  playing.visits = visitsOf(state.head);
  playing.at = 0;
  find("step").max = playing.visits.length;
  find("step").value = 0;
  for (const id of ["play", "step", "speed"]) find(id).disabled = !playing.visits.length;
  report();
}

function spans(places) {
  const found = [];
  for (let i = 0; i < places.length; i += 3) found.push([places[i], places[i + 1], places[i + 2]]);
  return found;
}

function fillPlaces(drawing, scale, visit, alpha) {
  const { positions } = classOf(state.head).order;
  for (const [row, rows, rowStep] of spans(positions[visit.rows])) {
    for (const [column, columns, step] of spans(positions[visit.columns])) {
      drawing.globalAlpha = Math.max(alpha / 4, alpha / Math.sqrt(rowStep * step));
      const [left, top] = [column, row].map((at) => snapped(at * scale));
      const right = Math.max(left + 1, (column + (columns - 1) * step + 1) * scale);
      const bottom = Math.max(top + 1, (row + (rows - 1) * rowStep + 1) * scale);
      fillBetween(drawing, left, top, right, bottom);
    }
  }
}

// What was visited is kept as a picture, to which a step adds its tiles.
const trail = { canvas: document.createElement("canvas"), at: 0, name: "" };

function drawTrail(drawing, scale) {
  const { canvas } = drawing;
  const name = [state.head, canvas.width, canvas.clientWidth, colour("--visited")].join();
  if (name !== trail.name || playing.at < trail.at) {
    trail.canvas.width = trail.canvas.height = canvas.width;
    [trail.name, trail.at] = [name, 0];
  }
  const kept = trail.canvas.getContext("2d");
  kept.setTransform(ratio(), 0, 0, ratio(), 0, 0);
  kept.fillStyle = colour("--visited");
  for (; trail.at < playing.at; trail.at++) fillPlaces(kept, scale, playing.visits[trail.at], 0.3);
  drawing.drawImage(trail.canvas, 0, 0, canvas.width / ratio(), canvas.width / ratio());
}

function drawVisits(drawing, scale) {
  if (!playing.at) return;
  const current = playing.visits[playing.at - 1];
  drawTrail(drawing, scale);
  drawing.fillStyle = colour("--now");
  for (let at = playing.at - 1; at >= 0; at--) {
    const { number, program } = playing.visits[at];
    if (number !== current.number || program !== current.program) break;
    fillPlaces(drawing, scale, playing.visits[at], at === playing.at - 1 ? 1 : 0.6);
  }
  drawing.globalAlpha = 1;
}

function words(places) {
  const [[start, length, step], ...rest] = spans(places);
  const more = rest.length ? `, and ${rest.length} more runs` : "";
  return `${start}\u2013${start + (length - 1) * step}${step > 1 ? ` step ${step}` : ""}${more}`;
}

function report() {
  const { order } = classOf(state.head);
  const total = playing.visits.length;
  find("step").setAttribute("aria-valuetext", `tile ${playing.at} of ${total}`);
  if (!order) {
    find("visit").textContent = data.no_order;
  } else if (!playing.at) {
    const launches = order.launches.map((one) => `${one.programs.length} of ${one.name} (${one.block_m} \u00d7 ${one.block_n})`);
    find("visit").textContent = `${count(total)} tiles forward, in programs: ${launches.join(", ")}`;
  } else {
    const one = playing.visits[playing.at - 1];
    const kind = one.full ? "full, not tested" : "tested pair by pair";
    const { positions } = order;
    find("visit").textContent =
      `tile ${count(playing.at)} of ${count(total)}: program ${one.program + 1} of ${one.launch.programs.length}, ` +
      `queries ${words(positions[one.rows])}, keys ${words(positions[one.columns])}, ${kind}; ${order.clauses[one.clause]}`;
  }
}

function seek(at) {
  playing.at = clamp(Math.round(at), 0, playing.visits.length);
  find("step").value = playing.at;
  drawTiles();
  report();
  keepAddress();
}

function pause() {
  cancelAnimationFrame(playing.timer);
  playing.timer = 0;
  find("play").textContent = "Play";
}

function play() {
  if (playing.timer) {
    pause();
    return;
  }
  if (playing.at >= playing.visits.length) seek(0);
  find("play").textContent = "Pause";
  let [before, due] = [performance.now(), playing.at];
  const frame = (now) => {
    const total = playing.visits.length;
    due += ((now - before) / 1000) * (total / Number(find("speed").value));
    before = now;
    seek(Math.max(due, playing.at + 1));
    if (playing.at < total) playing.timer = requestAnimationFrame(frame);
    else pause();
  };
  playing.timer = requestAnimationFrame(frame);
}

// ---- charts ---------------------------------------------------------------------------------------------------------
function drawRows() {
  const { rows } = classOf(state.head);
  const [width, height, left, bottom, top] = [560, 280, 48, 40, 14];
  const most = Math.max(...rows.counts);
  const bar = (width - left - 8) / rows.counts.length;
  const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": rows.text });
  const up = (number) => (height - bottom - top) * (most ? number / most : 0);
  for (const part of [0, 0.5, 1]) {
    const y = height - bottom - up(most * part);
    svg.append(element("line", { class: "rule", x1: left, x2: width - 8, y1: y, y2: y }));
    svg.append(element("text", { x: left - 6, y: y + 4, "text-anchor": "end" }, count(most * part)));
  }
  rows.counts.forEach((number, place) => {
    const first = rows.low + place * rows.width;
    const range = rows.width > 1 ? `${count(first)}\u2013${count(first + rows.width - 1)} keys` : `${count(first)} keys`;
    const shape = element("rect", {
      class: "bar",
      x: left + place * bar + 0.5,
      width: Math.max(1, bar - 1),
      y: height - bottom - up(number),
      height: up(number),
    });
    shape.append(element("title", {}, `${range}: ${count(number)} rows`));
    svg.append(shape);
  });
  svg.append(element("text", { x: left, y: height - 22 }, count(rows.low)));
  svg.append(element("text", { x: width - 8, y: height - 22, "text-anchor": "end" }, `${count(rows.high)} keys`));
  find("rows").replaceChildren(svg);
  find("rows-text").textContent = rows.text;
}

const units = [[1e15, "P"], [1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]];
function si(number) {
  const [scale, letter] = units.find(([one]) => number >= one) || [1, ""];
  return `${(number / scale).toPrecision(3)} ${letter}`;
}

function seconds(time) {
  if (time >= 1) return `${time.toPrecision(3)} s`;
  return time >= 1e-3 ? `${(time * 1e3).toPrecision(3)} ms` : `${(time * 1e6).toPrecision(3)} \u00b5s`;
}

function fillCost() {
  find("cost").replaceChildren(
    ...data.cost.targets.map((one, place) => {
      const [time, dense] = ["seconds", "dense_seconds"].map((name) => one.forward[name] + one.backward[name]);
      const ratio = dense >= time ? `${(dense / time).toFixed(1)}\u00d7 faster` : `${(time / dense).toFixed(1)}\u00d7 slower`;
      const choose = element("input", {
        type: "radio",
        name: "target",
        value: place,
        checked: one.target === data.target,
        "aria-label": `Roofline of ${one.target}`,
        onchange: () => {
          drawRoofline();
          keepAddress();
        },
      });
      const cells = [
        one.backend,
        one.forward.occupancy.toFixed(3),
        `${si(one.forward.executed_flops)}FLOP`,
        seconds(one.forward.seconds),
        seconds(one.backward.seconds),
        one.forward.bound,
        `${si(one.memory_bytes)}B`,
      ];
      return element(
        "tr",
        {},
        element("th", { scope: "row" }, element("label", {}, choose, ` ${one.target}`)),
        ...cells.map((text) => element("td", {}, text)),
        element("td", { class: dense >= time ? "good" : "bad" }, ratio),
      );
    }),
  );
  const changes = data.cost.advice.map((one) => one.text);
  find("advice").replaceChildren(...changes.map((text) => element("li", {}, text)));
  find("advice-part").hidden = !changes.length;
}

// Operations per byte to the right, operations per second upwards, both logarithmic.
function drawRoofline() {
  const place = Number(document.querySelector("input[name=target]:checked").value);
  const [cost, device] = [data.cost.targets[place], data.targets[place]];
  const points = [
    ["forward", cost.forward.executed_flops, cost.forward.bytes_moved, cost.forward.seconds, "now"],
    ["backward", cost.backward.executed_flops, cost.backward.bytes_moved, cost.backward.seconds, "visited"],
    ["dense forward", data.dense[place].flops, data.dense[place].moved, cost.forward.dense_seconds, "faint"],
  ].filter(([, flops, moved]) => flops > 0 && moved > 0);
  const [width, height, left, bottom, top, right] = [560, 280, 58, 40, 14, 16];
  const knee = device.flops / device.bandwidth;
  const xs = [knee, ...points.map(([, flops, moved]) => flops / moved)].map(Math.log10);
  const ys = [device.flops, ...points.map(([, flops, , time]) => flops / time)].map(Math.log10);
  const [x0, x1] = [Math.floor(Math.min(...xs) - 0.3), Math.ceil(Math.max(...xs) + 0.3)];
  const [y0, y1] = [Math.floor(Math.min(...ys, Math.log10(device.bandwidth) + x0)), Math.ceil(Math.max(...ys) + 0.1)];
  const across = (x) => left + ((Math.log10(x) - x0) / (x1 - x0)) * (width - left - right);
  const up = (y) => height - bottom - ((Math.log10(y) - y0) / (y1 - y0)) * (height - bottom - top);
  const title = `Roofline of ${device.name}: ${points.map(([name, flops, , time]) => `${name} ${si(flops / time)}FLOP/s`).join(", ")}`;
  const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title });
  for (let x = x0; x <= x1; x++) {
    svg.append(element("line", { class: "rule", x1: across(10 ** x), x2: across(10 ** x), y1: top, y2: height - bottom }));
    svg.append(element("text", { x: across(10 ** x), y: height - bottom + 16, "text-anchor": "middle" }, x < 4 && x >= 0 ? String(10 ** x) : `1e${x}`));
  }
  for (let y = y0; y <= y1; y++) {
    svg.append(element("line", { class: "rule", x1: left, x2: width - right, y1: up(10 ** y), y2: up(10 ** y) }));
    svg.append(element("text", { x: left - 6, y: up(10 ** y) + 4, "text-anchor": "end" }, si(10 ** y)));
  }
  const start = Math.max(10 ** x0, 10 ** y0 / device.bandwidth);
  const roof = [[start, start * device.bandwidth], [knee, device.flops], [10 ** x1, device.flops]];
  svg.append(element("path", { class: "roof", d: `M${roof.map(([x, y]) => `${across(x)} ${up(y)}`).join("L")}` }));
  svg.append(element("text", { x: width - right, y: height - 6, "text-anchor": "end" }, "FLOP per byte"));
  svg.append(element("text", { x: width - right, y: up(device.flops) - 13, "text-anchor": "end" }, `${si(device.flops)}FLOP/s, ${si(device.bandwidth)}B/s`));
  for (const [name, flops, moved, time, kind] of points) {
    const [x, y] = [across(flops / moved), up(flops / time)];
    const dot = element("circle", { cx: x, cy: y, r: 5.5, style: `fill:var(--${kind})` });
    dot.append(element("title", {}, `${name}: ${si(flops / moved)}FLOP per byte, ${si(flops / time)}FLOP/s`));
    const below = y + (kind === "visited" ? 36 : 21);
    const anchor = x > width - 60 ? "end" : x < left + 40 ? "start" : "middle";
    svg.append(dot, element("text", { class: "name", x, y: below, "text-anchor": anchor }, name));
  }
  find("roofline").replaceChildren(svg);
}

// ---- ring -----------------------------------------------------------------------------------------------------------
function fillRing() {
  const { ring } = data;
  find("ring-part").hidden = !ring;
  if (!ring) return;
  find("ring-text").textContent = ring.text;
  const most = Math.max(1, ...ring.ranks.flatMap((one) => one.hops.map((hop) => hop.rows)));
  const head = element("tr", {}, element("th", {}, "rank"), element("th", { class: "words" }, "holds"), ...ring.every.map((rank) => element("th", { scope: "col" }, `${rank}`)), element("th", {}, "in"), element("th", {}, "pairs"));
  find("ring").replaceChildren(
    element("thead", {}, head),
    element(
      "tbody",
      {},
      ...ring.ranks.map((one) => {
        const cells = ring.every.map((source) => {
          const hop = one.hops.find((found) => found.source === source);
          const share = hop ? hop.rows / most : 0;
          const own = source === one.rank;
          const text = own ? "\u25a0" : hop && hop.rows ? count(hop.rows) : "\u00b7";
          const label = own ? "its own" : `rank ${one.rank} receives ${hop ? hop.rows : 0} rows of rank ${source}`;
          return element("td", { title: label, "aria-label": label, style: share ? `--share:${share.toFixed(3)}` : null, class: own ? "own" : share ? "hop" : "none" }, text);
        });
        return element("tr", {}, element("th", { scope: "row" }, `${one.rank}`), element("td", { class: "words" }, one.holds), ...cells, element("td", {}, `${si(one.received)}B`), element("td", {}, one.pairs === null ? "\u2013" : si(one.pairs)));
      }),
    ),
  );
}

// ---- the pattern and its code ---------------------------------------------------------------------------------------
// Comments of generated files name the line of the pattern that the statements after them come from.
const NAMED = new RegExp(`^(\\s*)# ${data.file.replace(/[.*+?^$()[\]\\{}|]/g, "\\$&")}:(\\d+)\\b`);

// For each line of a file, the lines of the pattern that it comes from.
function origins(lines) {
  let [open, inside, comments, deeper] = [[], 0, false, false];
  return lines.map((line) => {
    const named = line.match(NAMED);
    const depth = line.search(/\S/);
    if (named) {
      open = comments ? [...open, Number(named[2])] : [Number(named[2])];
      [inside, comments, deeper] = [depth, true, false];
      return open;
    }
    comments = false;
    if (depth < 0) return [];
    // They end with their loop, or where the block that they stand in ends.
    if (depth < inside || (deeper && depth === inside && !/^\s*(for|else|[)\]}])/.test(line))) open = [];
    deeper = depth > inside;
    return open;
  });
}

function fillSource() {
  const named = new Set(groups.flatMap((group) => group.branches.map((branch) => branch.line)));
  const lines = data.source.map((line, place) => {
    const number = place + 1;
    const inner = [element("span", { class: "number" }, `${number}`), element("span", {}, line || " ")];
    if (!named.has(number)) return element("li", { id: `line-${number}` }, ...inner);
    return element("li", { id: `line-${number}` }, element("button", { type: "button", onclick: () => choose(number) }, ...inner));
  });
  find("source").replaceChildren(...lines);
  find("file").replaceChildren(...data.code.map((one, place) => element("option", { value: place }, one.name)));
  fillCode();
}

function fillCode() {
  const lines = data.code[Number(find("file").value)].text.split("\n");
  const from = origins(lines);
  find("code").replaceChildren(
    ...lines.map((line, place) => {
      const inner = [element("span", { class: "number" }, `${place + 1}`), element("span", {}, line || " ")];
      const known = from[place];
      if (!known.length) return element("li", {}, ...inner);
      return element("li", { class: "named", "data-from": known.join(" "), onclick: () => choose(known[known.length - 1], false) }, ...inner);
    }),
  );
}

function choose(line, scroll = true) {
  for (const one of document.querySelectorAll("#source .chosen, #code .chosen")) one.classList.remove("chosen");
  find(`line-${line}`).classList.add("chosen");
  const found = [...document.querySelectorAll("#code [data-from]")].filter((one) => one.dataset.from.split(" ").includes(String(line)));
  found.forEach((one) => one.classList.add("chosen"));
  const box = find("code").parentElement;
  if (scroll && found.length) box.scrollTop = found[0].offsetTop - box.clientHeight / 3;
  state.line = line;
  keepAddress();
  find("code-text").textContent = `${data.file}:${line}: ${found.length} lines of ${data.code[Number(find("file").value)].name}`;
}

// ---- the address ----------------------------------------------------------------------------------------------------
// What the part after `#` holds, each a whole number: how it is read off the page, and which numbers it may be.
const sizes = [...find("zoom").options].map((one) => Number(one.value));
const target = () => document.querySelector("input[name=target]:checked");
const below = (limit) => (at) => at < limit;
const ADDRESS = {
  n: [() => n, (at) => at === n],
  head: [() => state.head, below(data.class_of.length)],
  branch: [() => state.branch + 1, (at, head) => at <= groupOf(head).branches.length],
  cells: [() => state.cells, (at) => sizes.includes(at)],
  query: [() => state.query, below(n)],
  key: [() => state.key, below(n)],
  top: [() => state.top, below(n)],
  left: [() => state.left, below(n)],
  tile: [() => playing.at, (at, head) => at <= visitsOf(head).length],
  target: [() => Number(target().value), below(data.targets.length)],
  file: [() => Number(find("file").value), below(data.code.length)],
  line: [() => state.line, (at) => at === 0 || document.querySelector(`#line-${at} button`) !== null],
};

// A page within a notebook has no address of its own.
const addressed = location.protocol !== "about:";
let keeping = 0;

// Browsers take some hundred changes of the address in half a minute, and refuse more.
function keepAddress() {
  if (!addressed || keeping) return;
  keeping = setTimeout(() => {
    keeping = 0;
    history.replaceState(null, "", `#${Object.entries(ADDRESS).map(([name, [read]]) => `${name}=${read()}`).join("&")}`);
  }, 400);
}

// The numbers of an address; null if it is not one of this page: every name once, each number one that it may be.
function parsed(text) {
  const words = new Map(text.split("&").map((word) => word.split("=")));
  const found = Object.fromEntries(Object.keys(ADDRESS).map((name) => [name, /^\d{1,9}$/.test(words.get(name)) ? Number(words.get(name)) : -1]));
  const valid = Object.entries(ADDRESS).every(([name, [, allows]]) => found[name] >= 0 && allows(found[name], found.head));
  return valid ? found : null;
}

function readAddress() {
  const found = addressed ? parsed(location.hash.slice(1)) : null;
  if (!found) return false;
  const { head, branch, cells, query, key, top, left, tile, target: place, file, line } = found;
  for (const [name, value] of Object.entries({ head, branch: branch - 1, zoom: cells, file })) find(name).value = value;
  document.querySelector(`input[name=target][value="${place}"]`).checked = true;
  drawRoofline();
  fillCode();
  const limit = n - Math.min(cells, n);
  show({ head, branch: branch - 1, cells, query, key, top: Math.min(top, limit), left: Math.min(left, limit), follow: false });
  find("branch").value = state.branch;
  pause();
  seek(tile);
  if (line) choose(line);
  return true;
}

// ---- events ---------------------------------------------------------------------------------------------------------
function place(event, canvas, margin, cells) {
  const box = canvas.getBoundingClientRect();
  const size = (box.width - margin) / cells;
  const [x, y] = [event.clientX - box.left - margin, event.clientY - box.top - margin].map((at) => Math.floor(at / size));
  return x < 0 || y < 0 || x >= cells || y >= cells ? null : [y, x];
}

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function moved(event) {
  const cells = Math.min(state.cells, n);
  if (ARROWS[event.key]) {
    const step = event.shiftKey ? 16 : 1;
    return ARROWS[event.key].map((one) => one * step);
  }
  return { PageUp: [-cells, 0], PageDown: [cells, 0], Home: [0, -state.key], End: [0, n - 1 - state.key] }[event.key];
}

function listen() {
  const [cells, tiles] = [find("cells"), find("tiles")];
  cells.addEventListener("mousemove", (event) => {
    const at = place(event, cells, 44, Math.min(state.cells, n));
    if (at) show({ query: state.top + at[0], key: state.left + at[1], follow: false });
  });
  cells.addEventListener("keydown", (event) => {
    const by = moved(event);
    if (!by) return;
    event.preventDefault();
    show({ query: state.query + by[0], key: state.key + by[1], follow: true });
  });
  tiles.addEventListener("click", (event) => {
    const at = place(event, tiles, 0, n);
    if (at) lookAt(...at);
  });
  tiles.addEventListener("keydown", (event) => {
    if (!ARROWS[event.key]) return;
    event.preventDefault();
    const [down, right] = ARROWS[event.key].map((one) => one * data.side);
    lookAt(clamp(state.query + down, 0, n - 1), clamp(state.key + right, 0, n - 1));
  });
  find("head").addEventListener("change", (event) => show({ head: Number(event.target.value), follow: true }));
  find("branch").addEventListener("change", (event) => show({ branch: Number(event.target.value), follow: true }));
  find("zoom").addEventListener("change", (event) => {
    state.cells = Number(event.target.value);
    lookAt(state.query, state.key);
  });
  find("go").addEventListener("submit", (event) => {
    event.preventDefault();
    lookAt(clamp(Number(find("query").value), 0, n - 1), clamp(Number(find("key").value), 0, n - 1));
  });
  find("play").addEventListener("click", play);
  find("step").addEventListener("input", (event) => {
    pause();
    seek(Number(event.target.value));
  });
  find("file").addEventListener("change", () => {
    fillCode();
    keepAddress();
  });
  window.addEventListener("hashchange", readAddress);
  window.addEventListener("resize", () => show({ follow: false }));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => show({ follow: false }));
}

fillHeads();
fillBranches();
fillShares();
fillCost();
fillRing();
fillSource();
drawRows();
drawRoofline();
listen();
restart();
if (!readAddress()) {
  const middle = Math.floor(n / 2);
  lookAt(middle, clamp(middle - 16, 0, n - 1));
}
