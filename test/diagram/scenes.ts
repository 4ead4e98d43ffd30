// Scenes by hand, small to very large: what the layout must cope with, without the language in between.
import type { LinkLook, Scene, SceneEnd, SceneLink, ScenePart, SceneTemplate } from '../../server/protocol.ts';

type Media = readonly [look: LinkLook, medium: string, GBps: number];
/** One direction, of one link or of all lanes: as in the library. */
export const media = {
  nvlink4: ['nvlink', 'NVLink4', 25],
  nvlink3: ['nvlink', 'NVLink3', 25],
  nvlink2: ['nvlink', 'NVLink2', 25],
  xgmi: ['scaleup', 'XGMI3', 64],
  pcie5: ['pcie', 'PCIe5', 63],
  pcie3: ['pcie', 'PCIe3', 15.75],
  upi: ['socket', 'UPI2', 32],
  ndr: ['infiniband', 'NDR', 50],
  eth: ['ethernet', 'Eth100', 12.5],
  ici: ['scaleup', 'ICI', 50],
  bare: ['plain', '', 50],
} as const satisfies Record<string, Media>;

let line = 0;
const nextSource = () => {
  line++;
  return { uri: 'file:///scene.topo', start: line * 100, end: line * 100 + 50, line, character: 0 };
};

export class Body {
  readonly parts: ScenePart[] = [];
  readonly links: SceneLink[] = [];
  readonly absent: string[] = [];
  readonly #bodies: Body[] = [];
  readonly name: string;
  readonly of: 'node' | 'cluster';

  constructor(name: string, of: 'node' | 'cluster', fill: (body: Body) => void) {
    this.name = name;
    this.of = of;
    fill(this);
  }

  part(name: string, dims: number | readonly number[], kind: ScenePart['kind'] | Body, type = ''): void {
    const all = typeof dims === 'number' ? (dims === 0 ? [] : [dims]) : dims;
    const count = all.reduce((product, n) => product * n, 1);
    const common = { name, dims: all, count, detail: '', source: nextSource() };
    if (typeof kind === 'string') this.parts.push({ ...common, kind, type: type || kind });
    else {
      if (!this.#bodies.includes(kind)) this.#bodies.push(kind);
      // The number of the template is set when all are known: `scene`.
      this.parts.push({ ...common, kind: kind.of, type: kind.name, template: this.#bodies.indexOf(kind) });
    }
  }

  /** Ends as `gpu 3` or `dgx 3 nic[2]`. */
  link(a: string, b: string, [look, medium, GBps]: Media, count = 1): void {
    const lanes = look === 'pcie';
    const rate = lanes ? GBps : GBps * count;
    this.links.push({
      ...{ a: this.#end(a), b: this.#end(b), look, medium, lanes },
      ...{ count: lanes ? 16 : count, GBps: rate, effectiveGBps: rate * 0.9, directed: false, source: nextSource() },
    });
  }

  #end(text: string): SceneEnd {
    const [name, place = '0', inner = ''] = text.split(' ');
    return { part: this.parts.findIndex((part) => part.name === name), place: Number(place), inner };
  }

  scene(): Scene {
    const bodies: Body[] = [this];
    for (const body of bodies) for (const inner of body.#bodies) if (!bodies.includes(inner)) bodies.push(inner);
    return {
      ...{ uri: 'file:///scene.topo', version: 1, root: this.name, roots: [this.name] },
      templates: bodies.map((body) => body.#template(bodies)),
    };
  }

  #template(bodies: readonly Body[]): SceneTemplate {
    const parts = this.parts.map((part) =>
      part.template === undefined ? part : { ...part, template: bodies.indexOf(this.#bodies[part.template]) },
    );
    const { name, of, links, absent } = this;
    const key = `${name} ${JSON.stringify([parts.map((part) => [part.name, part.dims]), links.length, absent])}`;
    return { name, of, key, source: nextSource(), parts, links, absent };
  }
}

const times = (n: number, each: (i: number) => void): void => {
  for (let i = 0; i < n; i++) each(i);
};
const half = (i: number): number => Math.floor(i / 2);

/** Two sockets, four PCIe switches, eight GPUs and NICs; then what joins the GPUs. */
const server = (name: string, gpu: string, join: (body: Body) => void) =>
  new Body(name, 'node', (b) => {
    b.part('cpu', 2, 'cpu', 'Xeon_8480C');
    b.part('pcie', 4, 'switch', 'PEX89144');
    b.part('gpu', 8, 'gpu', gpu);
    b.part('nic', 8, 'nic', 'ConnectX7');
    b.link('cpu 0', 'cpu 1', media.upi, 3);
    times(4, (i) => b.link(`pcie ${i}`, `cpu ${half(i)}`, media.pcie5));
    times(8, (i) => b.link(`gpu ${i}`, `pcie ${half(i)}`, media.pcie5));
    times(8, (i) => b.link(`nic ${i}`, `pcie ${half(i)}`, media.pcie5));
    join(b);
  });

/** Each GPU has 5, 4, 4 and 5 links to the four switches: 18 together (DGX H100 user guide). */
export const dgxH100 = server('DGX_H100', 'H100_SXM', (b) => {
  b.part('nvs', 4, 'switch', 'NVSwitch3');
  const counts = [5, 4, 4, 5];
  times(8, (g) => times(4, (s) => b.link(`gpu ${g}`, `nvs ${s}`, media.nvlink4, counts[s])));
});

export const dgxA100 = server('DGX_A100', 'A100_SXM', (b) => {
  b.part('nvs', 6, 'switch', 'NVSwitch2');
  times(8, (g) => times(6, (s) => b.link(`gpu ${g}`, `nvs ${s}`, media.nvlink3, 2)));
});

export const mi300x = server('MI300X', 'MI300X', (b) => {
  times(8, (g) => times(g, (other) => b.link(`gpu ${other}`, `gpu ${g}`, media.xgmi)));
});

/** The hybrid cube mesh: pairs and how many links each has. */
const cubeMesh = '01:1 02:1 03:2 04:2 12:2 13:1 15:2 23:2 26:1 37:1 45:1 46:1 47:2 56:2 57:1 67:2'.split(' ');

export const dgx1 = new Body('DGX1', 'node', (b) => {
  b.part('cpu', 2, 'cpu', 'Xeon_E5');
  b.part('pcie', 4, 'switch', 'PEX8796');
  b.part('gpu', 8, 'gpu', 'V100_SXM');
  b.part('nic', 4, 'nic', 'ConnectX4');
  b.link('cpu 0', 'cpu 1', media.upi, 2);
  times(4, (i) => b.link(`pcie ${i}`, `cpu ${half(i)}`, media.pcie3));
  times(4, (i) => b.link(`nic ${i}`, `pcie ${i}`, media.pcie3));
  times(8, (i) => b.link(`gpu ${i}`, `pcie ${half(i)}`, media.pcie3));
  for (const [a, c, , n] of cubeMesh) b.link(`gpu ${a}`, `gpu ${c}`, media.nvlink2, Number(n));
});

export const rails = (nodes: number, spines: number, node = dgxH100, name = 'Rails') =>
  new Body(name, 'cluster', (b) => {
    b.part('dgx', nodes, node);
    b.part('leaf', 8, 'switch', 'QM9700');
    if (spines > 0) b.part('spine', spines, 'switch', 'QM9700');
    times(nodes, (n) => times(8, (r) => b.link(`dgx ${n} nic[${r}]`, `leaf ${r}`, media.ndr)));
    times(8, (r) => times(spines, (s) => b.link(`leaf ${r}`, `spine ${s}`, media.ndr, 4)));
  });

export const superpod = new Body('SuperPOD', 'cluster', (b) => {
  b.part('su', 4, rails(32, 0, dgxH100, 'SU'));
  b.part('spine', 16, 'switch', 'QM9700');
  times(4, (u) => times(8, (r) => times(16, (s) => b.link(`su ${u} leaf[${r}]`, `spine ${s}`, media.ndr, 2))));
});

/** 16,384 servers of 8 GPUs in one array: as the server sends it, pairs of the same parts already summed. */
export const huge = new Body('Huge', 'cluster', (b) => {
  b.part('dgx', 16_384, dgxH100);
  b.part('leaf', 4096, 'switch', 'QM9700');
  b.part('spine', 512, 'switch', 'QM9700');
  b.link('dgx 0 nic[0]', 'leaf 0', media.ndr, 131_072);
  b.link('leaf 0', 'spine 0', media.ndr, 131_072);
});

export const ring = (n: number) =>
  new Body(`Ring${n}`, 'cluster', (b) => {
    b.part('gpu', n, 'gpu');
    times(n, (i) => b.link(`gpu ${i}`, `gpu ${(i + 1) % n}`, media.bare));
  });

export const torus = (n: number) =>
  new Body('Torus', 'cluster', (b) => {
    b.part('chip', [n, n], 'gpu', 'TPUv4');
    times(n, (x) =>
      times(n, (y) => {
        b.link(`chip ${x * n + y}`, `chip ${((x + 1) % n) * n + y}`, media.ici);
        b.link(`chip ${x * n + y}`, `chip ${x * n + ((y + 1) % n)}`, media.ici);
      }),
    );
  });

export const star = new Body('Star', 'cluster', (b) => {
  b.part('sw', 0, 'switch');
  b.part('gpu', 5, 'gpu');
  times(5, (i) => b.link(`gpu ${i}`, 'sw', media.eth));
});

export const tree = new Body('Tree', 'cluster', (b) => {
  b.part('root', 0, 'switch');
  b.part('mid', 2, 'switch');
  b.part('tor', 4, 'switch');
  b.part('gpu', 8, 'gpu');
  times(2, (i) => b.link('root', `mid ${i}`, media.eth, 4));
  times(4, (i) => b.link(`mid ${half(i)}`, `tor ${i}`, media.eth, 2));
  times(8, (i) => b.link(`tor ${half(i)}`, `gpu ${i}`, media.eth));
});

export const mesh = new Body('Mesh', 'cluster', (b) => {
  b.part('gpu', 5, 'gpu');
  times(5, (i) => times(i, (j) => b.link(`gpu ${j}`, `gpu ${i}`, media.bare)));
});

export const odd = new Body('Lab', 'node', (b) => {
  b.part('cpu', 2, 'cpu');
  b.part('sw', 2, 'switch', 'PEX88096');
  b.part('a', 3, 'gpu', 'A100_SXM');
  b.part('v', 2, 'gpu', 'V100_SXM');
  b.part('l', 0, 'gpu', 'L4');
  b.part('ib', 2, 'nic', 'ConnectX6');
  b.part('eth', 0, 'nic', 'X710');
  b.part('nvme', 3, 'memory');
  b.link('cpu 0', 'cpu 1', media.upi);
  times(2, (i) => b.link(`cpu ${i}`, `sw ${i}`, media.pcie3));
  times(3, (i) => b.link('sw 0', `a ${i}`, media.pcie3));
  times(2, (i) => b.link('sw 1', `v ${i}`, media.pcie3));
  b.link('sw 0', 'ib 0', media.pcie3);
  b.link('cpu 1', 'l', media.pcie3);
  b.link('cpu 1', 'ib 1', media.pcie3);
  b.link('cpu 0', 'eth', media.pcie3);
  times(2, (i) => b.link('cpu 0', `nvme ${i}`, media.pcie3));
  b.link('sw 1', 'nvme 2', media.pcie3);
  b.link('a 0', 'a 1', media.nvlink3, 4);
  b.link('v 0', 'v 1', media.nvlink2, 2);
});

export const lone = new Body('Lone', 'cluster', (b) => b.part('gpu', 0, 'gpu', 'H100_SXM'));
export const empty = new Body('Empty', 'cluster', () => {});

/** Four servers, of which `without dgx[2] + leaf[3]`. */
export const gapped = (() => {
  const body = rails(4, 4, dgxH100, 'Gapped');
  body.absent.push('dgx[2]', 'leaf[3]');
  return body;
})();

export const scenes: readonly (readonly [name: string, body: Body])[] = [
  ['DGX H100', dgxH100],
  ['DGX A100', dgxA100],
  ['MI300X', mi300x],
  ['DGX-1', dgx1],
  ['four nodes on rails', rails(4, 4)],
  ['SU of 32', rails(32, 4)],
  ['SuperPOD', superpod],
  ['131,072 GPUs', huge],
  ['ring of 4', ring(4)],
  ['ring of 8', ring(8)],
  ['ring of 24', ring(24)],
  ['torus 4 x 4', torus(4)],
  ['star', star],
  ['tree', tree],
  ['full mesh', mesh],
  ['odd lab box', odd],
  ['one lone GPU', lone],
  ['empty cluster', empty],
  ['with gaps', gapped],
];
