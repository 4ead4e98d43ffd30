// A model in numbers: what a decoder-only transformer of these sizes is made of, and how many parameters that is.
// Counted are matrices and the two tables (in and out, which a pipeline holds at its two ends even where they are tied); biases,
// norms and learned positions are left out: they are less than 0.02 % of any model of a billion parameters.
import type { ModelType } from '../hardware.ts';

/** All whole and above 0. */
export interface Transformer {
  readonly layers: number;
  readonly hidden: number;
  readonly heads: number;
  /** Heads of keys and values; as many as `heads`, unless queries share them (Ainslie et al. 2023). */
  readonly kvHeads: number;
  /** Tokens. */
  readonly sequence: number;
  readonly vocabulary: number;
  /** The inner width of the MLP, of each expert. */
  readonly feedforward: number;
  /** Matrices of the MLP: 2, or 3 where it is gated. */
  readonly matrices: 2 | 3;
  /** 1: an MLP like any other. */
  readonly experts: number;
  /** Experts that a token goes through. */
  readonly active: number;
}

const needed = ['layers', 'hidden', 'heads', 'sequence', 'vocabulary'] as const;

/** The properties that a plan cannot do without and the model does not state. */
export function lacking({ properties, faulty }: ModelType): string[] {
  if (faulty) return [];
  const names: string[] = needed.filter((name) => !properties.has(name));
  return properties.has('experts') && !properties.has('active') ? [...names, 'active'] : names;
}

/** Undefined where something is lacking or not known. */
export function transformerOf(model: ModelType): Transformer | undefined {
  if (model.faulty || lacking(model).length > 0 || [...model.properties.values()].some(Number.isNaN)) return undefined;
  const of = (name: string, otherwise = 1): number => model.properties.get(name) ?? otherwise;
  const hidden = of('hidden');
  const feedforward = of('feedforward', 4 * hidden);
  return {
    layers: of('layers'),
    hidden,
    heads: of('heads'),
    kvHeads: of('kv_heads', of('heads')),
    sequence: of('sequence'),
    vocabulary: of('vocabulary'),
    feedforward,
    // A plain MLP is four times as wide as the model (Vaswani et al. 2017, GPT); a gated one has a third matrix and another
    // width, two thirds of that to begin with (Shazeer 2020; Llama, Mixtral). The language has no word for it: the width tells.
    matrices: feedforward === 4 * hidden ? 2 : 3,
    experts: of('experts'),
    active: of('active'),
  };
}

/** Parameters of one layer: those that every rank of an expert group holds, and those of all experts together. */
export function layerParameters(model: Transformer): {
  readonly shared: number;
  readonly keysValues: number;
  readonly experts: number;
} {
  const { hidden, heads, kvHeads, feedforward, matrices, experts } = model;
  const router = experts > 1 ? hidden * experts : 0;
  const mlp = matrices * hidden * feedforward;
  return {
    shared: 2 * hidden * hidden + router + (experts > 1 ? 0 : mlp),
    keysValues: (2 * hidden * hidden * kvHeads) / heads,
    experts: experts > 1 ? experts * mlp : 0,
  };
}

/** Parameters of one of the two tables: a vector for each word. */
export const tableParameters = ({ vocabulary, hidden }: Transformer): number => vocabulary * hidden;

export interface Parameters {
  readonly all: number;
  /** Those a token meets; all of them where there are no experts. */
  readonly active: number;
}

export function parametersOf(model: Transformer): Parameters {
  const { shared, keysValues, experts } = layerParameters(model);
  const rest = model.layers * (shared + keysValues) + 2 * tableParameters(model);
  return {
    all: rest + model.layers * experts,
    active: rest + (model.layers * experts * model.active) / model.experts,
  };
}
