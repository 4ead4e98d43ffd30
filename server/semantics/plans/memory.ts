// Bytes that training takes of the fullest rank: what a framework allocates by plan, not its workspace, buffers of the
// communication library or fragments.
//
// Weights, gradients, optimiser states (Adam, mixed precision): bytes a parameter as Megatron-LM counts them in the documentation
// of its distributed optimizer (bf16 2 + 4 + 12, fp16 2 + 2 + 16, fp32 4 + 4 + 8), divided over replicas by ZeRO stage
// (Rajbhandari et al. 2020, section 5).
// Activations: Korthikanti et al. 2022, table 2 and section 4.3, with sequence parallelism wherever there is tensor parallelism. Their
// counting is carried on to what they do not have: fewer heads of keys and values, other widths of the MLP, gates, experts.
import type { Plan } from './plan.ts';
import { layerParameters, type Transformer, tableParameters } from './transformer.ts';

/** Bytes. */
export interface RankMemory {
  readonly weights: number;
  readonly gradients: number;
  readonly optimiser: number;
  readonly activations: number;
  readonly total: number;
}

/** Bytes a parameter. With fp8 the matrices are multiplied in fp8; weights and activations are kept as with bf16. */
const bytes = {
  bf16: { weights: 2, gradients: 4, optimiser: 12, activations: 2 },
  fp8: { weights: 2, gradients: 4, optimiser: 12, activations: 2 },
  fp16: { weights: 2, gradients: 2, optimiser: 16, activations: 2 },
  fp32: { weights: 4, gradients: 4, optimiser: 8, activations: 4 },
} as const;

/** Of the first pipeline stage: it holds the most microbatches at once, and the table of words. */
export function rankMemory(model: Transformer, plan: Plan): RankMemory {
  const each = bytes[plan.precision];
  const { shared, experts } = parametersOfRank(model, plan);
  // Replicas of an expert are fewer: the ranks of an expert group hold different ones.
  const replicas = plan.data * plan.context;
  const held = (size: number, stage: number): number =>
    size * (plan.zero < stage ? shared + experts : shared / (replicas * plan.expert) + experts / replicas);
  const weights = held(each.weights, 3);
  const gradients = held(each.gradients, 2);
  const optimiser = held(each.optimiser, 1);
  const activations = activationsOf(model, plan, each.activations);
  return { weights, gradients, optimiser, activations, total: weights + gradients + optimiser + activations };
}

function parametersOfRank(model: Transformer, plan: Plan): { readonly shared: number; readonly experts: number } {
  const layer = layerParameters(model);
  const layers = model.layers / plan.pipeline;
  const tables = (plan.pipeline === 1 ? 2 : 1) * tableParameters(model);
  // Fewer heads of keys and values than ranks: each rank has a copy of one.
  const keysValues = layer.keysValues / Math.min(plan.tensor, model.kvHeads);
  return {
    shared: layers * (layer.shared / plan.tensor + keysValues) + tables / plan.tensor,
    experts: (layers * layer.experts) / (plan.tensor * plan.expert),
  };
}

function activationsOf(model: Transformer, plan: Plan, size: number): number {
  const tokens = (model.sequence * plan.microbatch) / plan.context;
  const { layers, microbatches } = inFlight(model, plan);
  return tokens * (layers * ofLayer(model, plan, size) + ofEnds(model, plan, size, microbatches));
}

/** Bytes a token of one layer keeps until its backward pass; `size` bytes a number, a byte for each place of a dropout mask. */
function ofLayer(model: Transformer, plan: Plan, size: number): number {
  const { hidden, heads, kvHeads, feedforward, matrices, active, sequence } = model;
  if (plan.recompute === 'full') return size * hidden;
  const norms = 2 * size * hidden;
  const attention = size * hidden * (3 + (2 * kvHeads) / heads) + hidden;
  // In, before and behind the nonlinearity (with a gate: gate, value and their product), and the mask.
  const mlp = active * (size * (hidden + matrices * feedforward) + hidden);
  // Softmax, its dropout mask and what comes out, of each head and each two tokens.
  const scores = plan.recompute === 'none' ? heads * sequence * (2 * size + 1) : 0;
  return (norms + attention + mlp + scores) / plan.tensor;
}

/** Bytes a token beside the layers: the mask behind the table of words, and with one stage the last norm, its output and the logits. */
function ofEnds({ hidden, vocabulary }: Transformer, plan: Plan, size: number, microbatches: number): number {
  const last = plan.pipeline === 1 ? 2 * size * hidden + 4 * vocabulary : 0;
  return (microbatches * hidden + last) / plan.tensor;
}

/** What the first stage holds at once: microbatches times layers, and microbatches. */
function inFlight(model: Transformer, plan: Plan): { readonly layers: number; readonly microbatches: number } {
  const stage = model.layers / plan.pipeline;
  const all = microbatchesOf(plan);
  if (plan.schedule === 'gpipe') return { layers: stage * all, microbatches: all };
  const microbatches = Math.min(all, plan.pipeline);
  if (!interleaves(model, plan)) return { layers: stage * microbatches, microbatches };
  // L (1 + (p - 1) / (p v)) with v = L / p chunks a stage, which is the fewest: one layer each.
  return { layers: Math.min(stage * all, model.layers + plan.pipeline - 1), microbatches };
}

/** Microbatches of one replica in one step. */
export const microbatchesOf = ({ batch, data, microbatch }: Plan): number => Math.ceil(batch / (data * microbatch));

/** Whether stages can be cut in chunks that take turns (Narayanan et al. 2021, section 2.2). */
export const interleaves = ({ layers }: Transformer, plan: Plan): boolean =>
  plan.pipeline > 1 && layers / plan.pipeline >= 2 && microbatchesOf(plan) % plan.pipeline === 0;
