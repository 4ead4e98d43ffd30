// Every command with its output, its JSON and its exit status, as docs and other programs rely on them.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Sandbox } from './topo.ts';

const ring = `cluster Ring(n = 4) {
  g[n] : gpu

  g[i] -- g[(i + 1) % n] : 50 GB/s, 1 us

  show   allreduce(1 GB, algorithm = ring, channels = 1)
  expect diameter == n / 2
}
`;
const broken = 'cluster Broken {\n  g[4] : gpu\n  g[0] -- g[4] : 5 GB/s\n}\n';
const false_ = 'cluster Two {\n  g[2] : gpu\n  g[0] -- g[1] : 5 GB/s\n  expect bisection >= 6 GB/s\n}\n';

const sandbox = new Sandbox({
  'ring.topo': ring,
  'broken.topo': broken,
  'false.topo': false_,
  'ugly.topo': 'cluster C{\ng[2]:gpu\n}\n',
  'two.topo': 'cluster A { g : gpu }\ncluster B { g : gpu }\n',
});
afterAll(() => sandbox.remove());
const topo = (...args: string[]) => sandbox.run(args);

describe('check', () => {
  test('a good file', () => {
    expect(topo('check', 'ring.topo')).toEqual({
      stdout: '1 file checked, 0 errors, 0 warnings\n',
      stderr: '',
      status: 0,
    });
  });

  test('a fault at its place, and status 1', () => {
    const { stdout, status } = topo('check', 'broken.topo');
    expect(status).toBe(1);
    expect(stdout).toContain('broken.topo:3:13: error `g` has 4 places, 0 to 3');
  });

  test('a failed expectation is an error', () => {
    const { stdout, status } = topo('check', 'false.topo');
    expect(status).toBe(1);
    expect(stdout).toMatch(/false\.topo:4:10: error .*5 GB\/s/);
  });

  test('a folder', () =>
    expect(topo('check', '.')).toEqual({
      stdout: '',
      stderr: 'topo: . is a folder: name its .topo files, as *.topo.\n',
      status: 2,
    }));

  test('JSON, zero-based', () => {
    const { stdout } = topo('check', '--format', 'json', 'broken.topo');
    const { files, errors, warnings } = JSON.parse(stdout);
    expect({ errors, warnings }).toEqual({ errors: 1, warnings: 0 });
    expect(files[0].path).toBe('broken.topo');
    expect(files[0].diagnostics[0]).toMatchObject({
      code: 'index.range',
      severity: 'error',
      range: { start: { line: 2, character: 12 }, end: { line: 2, character: 13 } },
    });
  });

  test('SARIF and GitHub lines', () => {
    const run = JSON.parse(topo('check', '--format', 'sarif', 'broken.topo').stdout).runs[0];
    expect(run.results[0].locations[0].physicalLocation.region).toEqual({
      startLine: 3,
      startColumn: 13,
      endLine: 3,
      endColumn: 14,
    });
    expect(topo('check', '--format', 'github', 'broken.topo').stdout).toMatch(
      /^::error file=broken\.topo,line=3,col=13,endLine=3,title=index\.range::/,
    );
  });

  test('warnings beyond --max-warnings are status 1', () => {
    const warned = 'cluster C {\n  g[2] : gpu\n  s[2] : switch\n  g[*] -- s[0] : 5 GB/s\n}\n';
    expect(sandbox.run(['check', '-'], warned).status).toBe(0);
    expect(sandbox.run(['check', '--max-warnings', '0', '-'], warned).status).toBe(1);
  });

  test('standard input has a name', () => {
    expect(sandbox.run(['check', '-'], broken).stdout).toContain('<stdin>:3:13: error');
  });
});

describe('show and ask', () => {
  // The textbook ring: 2 (n - 1) steps of (S / n) / B + L = 6 x (0.25e9 / 50e9 s + 1 us) = 30.006 ms.
  test('show answers with lines', () => {
    const rows = JSON.parse(topo('show', '--format', 'json', 'ring.topo').stdout);
    expect(rows).toEqual([
      {
        path: 'ring.topo',
        line: 5,
        expression: 'allreduce(1 GB, algorithm = ring, channels = 1)',
        text: expect.stringMatching(/^30(\.01)? ms/),
        ok: null,
      },
      { path: 'ring.topo', line: 6, expression: 'expect diameter == n / 2', text: '2', ok: true },
    ]);
  });

  test('what cannot be answered says why, and status 1', () => {
    const asked = ring.replace('algorithm = ring, channels = 1', 'algorithm = pat');
    const { stdout, stderr, status } = sandbox.run(['show', '-'], asked);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^<stdin>:6:\d+: error .*pat/);
    expect(stdout).toMatch(/expect diameter == n \/ 2\s+✓ 2/);
  });

  test('a false expectation is status 1', () => {
    const { stdout, status } = topo('show', 'false.topo');
    expect(status).toBe(1);
    expect(stdout).toMatch(/expect bisection >= 6 GB\/s\s+✗ 5 GB\/s/);
  });

  test('ask in JSON: a time in us, a rate in GB/s', () => {
    const time = JSON.parse(
      topo('ask', 'ring.topo', 'allreduce(1 GB, algorithm = ring, channels = 1)', '--format', 'json').stdout,
    );
    expect(time).toMatchObject({ unit: 'us' });
    expect(time.value).toBeCloseTo(30_006, 6);
    // Two cables of 50 GB/s cross any even cut of the ring that leaves neighbours together.
    expect(JSON.parse(topo('ask', 'ring.topo', 'bisection', '--format', 'json').stdout)).toEqual({
      value: 100,
      unit: 'GB/s',
      text: '100 GB/s',
    });
  });

  test('--set changes a parameter, and sweeps', () => {
    expect(topo('ask', 'ring.topo', 'count(gpu)', '--set', 'n=6').stdout).toBe('6\n');
    expect(JSON.parse(topo('ask', 'ring.topo', 'diameter', '--set', 'n=4..16', '--format', 'json').stdout)).toEqual({
      sweep: [
        { set: { n: 4 }, value: 2, unit: '', text: '2' },
        { set: { n: 8 }, value: 4, unit: '', text: '4' },
        { set: { n: 16 }, value: 8, unit: '', text: '8' },
      ],
    });
  });
});

test('explain of a kind lists its codes', () => {
  const lines = topo('explain', 'port').stdout.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.every((line) => line.startsWith('port.'))).toBe(true);
});

describe('analyze', () => {
  test('an allreduce where nothing else is asked', () =>
    expect(JSON.parse(topo('analyze', 'ring.topo', '--format', 'json').stdout).collective).toBe('allreduce'));

  test('JSON as documented', () => {
    const args = [
      'analyze',
      'ring.topo',
      '--collective',
      'allreduce',
      '--size',
      '1GB',
      '--channels',
      '1',
      '--format',
      'json',
    ];
    const { root, ranks, collective, results } = JSON.parse(topo(...args).stdout);
    expect({ root, ranks, collective }).toEqual({ root: 'Ring', ranks: 4, collective: 'allreduce' });
    const row = results[0].algorithms.find(({ name }: { name: string }) => name === 'ring');
    expect(results[0].size_bytes).toBe(1e9);
    expect(row.time_us).toBeCloseTo(30_006, 3);
    // busbw = algbw x 2 (n - 1) / n, nccl-tests' PERFORMANCE page.
    expect(row.busbw_GBps).toBeCloseTo(row.algbw_GBps * 1.5, 6);
    expect(row.bottleneck).toMatchObject({ medium: '', GBps: 50 });
  });

  test('sizes in a range, doubling; CSV has a line each', () => {
    const { stdout } = topo(
      'analyze',
      'ring.topo',
      '--collective',
      'allgather',
      '--size',
      '1KiB..4KiB',
      '--format',
      'csv',
    );
    const sizes = new Set(
      stdout
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[3]),
    );
    expect(sizes).toEqual(new Set(['1024', '2048', '4096']));
  });

  test('text and markdown name the bottleneck', () => {
    expect(topo('analyze', 'ring.topo', '--collective', 'allreduce').stdout).toMatch(/g\[\d\] -> g\[\d\], 50 GB\/s/);
    expect(topo('analyze', 'ring.topo', '--collective', 'allreduce', '--format', 'markdown').stdout).toContain(
      '| algorithm | time |',
    );
  });
});

test('expand gives the flat graph', () => {
  const { root, devices, links } = JSON.parse(topo('expand', 'ring.topo', '--format', 'json').stdout);
  expect(root).toBe('Ring');
  expect(devices[3]).toEqual({ id: 'g[3]', kind: 'gpu', type: 'gpu' });
  expect(links).toHaveLength(4);
  expect(links[0]).toMatchObject({
    medium: '',
    count: 1,
    GBps: 50,
    effective_GBps: 50,
    latency_us: 1,
    directed: false,
  });
});

describe('render', () => {
  test('an SVG of its own: boxes by path, colours inside, nothing from outside', () => {
    expect(topo('render', 'ring.topo', '-o', 'ring.svg', '--theme', 'dark').status).toBe(0);
    const svg = readFileSync(join(sandbox.folder, 'ring.svg'), 'utf8');
    expect(svg).toMatch(/^<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    for (const path of ['g[0]', 'g[3]']) expect(svg).toContain(`data-path="${path}"`);
    expect(svg).not.toMatch(/ style=|href=|url\(http/);
  });

  test('the same file makes the same bytes, as SVG and as PNG, in every theme by either name', () => {
    const made = (name: string, theme: string): Buffer => {
      expect(topo('render', 'ring.topo', '-o', name, '--theme', theme).status).toBe(0);
      return readFileSync(join(sandbox.folder, name));
    };
    for (const kind of ['svg', 'png']) {
      expect(made(`b.${kind}`, 'light')).toEqual(made(`a.${kind}`, 'light'));
      expect(made(`b.${kind}`, 'hc')).toEqual(made(`a.${kind}`, 'hc-dark'));
      expect(made(`b.${kind}`, 'hclight')).toEqual(made(`a.${kind}`, 'hc-light'));
      expect(made(`b.${kind}`, 'dark')).not.toEqual(made(`a.${kind}`, 'light'));
    }
    expect(made('a.png', 'dark').subarray(1, 4).toString()).toBe('PNG');
  });

  test('to standard output, with the load of a collective', () => {
    const { stdout, status } = topo('render', 'ring.topo', '-o', '-', '--heat', 'allreduce(1 GiB)');
    expect(status).toBe(0);
    expect(stdout).toContain('bottleneck');
  });
});

describe('fmt', () => {
  test('a file that is no UTF-8 stays as it is', () => {
    const path = join(sandbox.folder, 'latin1.topo');
    const bytes = Buffer.from('cluster C{\n  g : gpu // caf\u00e9\n}\n', 'latin1');
    writeFileSync(path, bytes);
    expect(topo('fmt', 'latin1.topo')).toMatchObject({
      status: 2,
      stderr: 'topo: latin1.topo is no UTF-8 text; it stays as it is.\n',
    });
    expect(readFileSync(path)).toEqual(bytes);
  });

  test('--check tells and changes nothing; fmt mends; then it is fine', () => {
    expect(topo('fmt', '--check', 'ring.topo').status).toBe(0);
    expect(topo('fmt', '--check', 'ugly.topo')).toMatchObject({ status: 1, stderr: 'ugly.topo is not formatted\n' });
    expect(topo('fmt', 'ugly.topo').status).toBe(0);
    expect(readFileSync(join(sandbox.folder, 'ugly.topo'), 'utf8')).toBe('cluster C {\n  g[2] : gpu\n}\n');
    expect(topo('fmt', '--check', 'ugly.topo').status).toBe(0);
  });

  test('- to standard output', () => {
    expect(sandbox.run(['fmt', '-'], 'cluster C{\ng[2]:gpu\n}\n').stdout).toBe('cluster C {\n  g[2] : gpu\n}\n');
  });
});

describe('used wrongly: status 2 and a plain sentence', () => {
  const cases: [string[], RegExp][] = [
    [['check', 'nowhere.topo'], /nowhere\.topo cannot be read/],
    [['frobnicate'], /unknown command/],
    [['ask', 'two.topo', 'count(gpu)'], /several roots: say --root A or --root B/],
    [['ask', 'ring.topo', 'count(gpu)', '--root', 'Rong'], /no cluster or node Rong; it has Ring/],
    [['ask', 'ring.topo', 'count('], /never closed/],
    [['ask', 'ring.topo', 'count(gpu)', '--set', 'm=3'], /no parameter `m`; it has n/],
    [['analyze', 'ring.topo', '--collective', 'allreduce', '--size', 'big'], /big is no size/],
    [['analyze', 'ring.topo', '--collective', 'gossip'], /--collective is one of allreduce/],
    [['analyze', 'ring.topo', '--collective', 'allreduce', '--over', 'h[0]'], /nothing here is called `h`/],
    [['analyze', 'ring.topo', '--collective', 'allreduce', '--model', 'guessed'], /choices are stepwise, pipelined/],
    [['analyze', 'ring.topo', '--collective', 'allreduce', '--model', 'measured'], /not known for allreduce/],
    [['analyze', 'broken.topo', '--collective', 'allreduce'], /has errors/],
    [['render', 'ring.topo', '-o', 'ring.jpg'], /\.svg and \.png/],
    [['render', 'ring.topo', '-o', 'ring.svg', '--expand', 'h'], /nothing to open at h/],
    [['render', 'ring.topo', '-o', 'ring.svg', '--heat', 'gossip(1 GiB)'], /takes a collective/],
  ];
  test.each(cases)('%j', (args, says) => {
    const { stderr, status } = topo(...args);
    expect(stderr).toMatch(says);
    expect(status).toBe(2);
  });
});

test('help explains itself', () => {
  const { stdout, status } = topo('--help');
  expect(status).toBe(0);
  for (const command of ['check', 'show', 'ask', 'analyze', 'expand', 'render', 'fmt', 'lsp'])
    expect(stdout).toContain(command);
});

test('lsp answers on standard input and output', async () => {
  const message = (body: object): string => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...body });
    return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  };
  const server = spawn(process.execPath, ['topo.js', 'lsp'], { cwd: sandbox.folder });
  const status = new Promise((done) => server.on('exit', done));
  const params = { processId: null, rootUri: null, capabilities: {} };
  server.stdin.write(message({ id: 1, method: 'initialize', params }));
  let said = '';
  for await (const chunk of server.stdout) {
    said += chunk;
    if (said.includes('"id":1')) server.stdin.write(message({ id: 2, method: 'shutdown' }));
    if (said.includes('"id":2')) break;
  }
  server.stdin.write(message({ method: 'exit' }));
  expect(said).toContain('"hoverProvider":true');
  expect(await status).toBe(0);
});
