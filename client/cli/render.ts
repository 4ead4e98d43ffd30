// stub until the diagram lands
import { type Status, UsageError } from './outcome.ts';
export interface RenderOptions {
  readonly root?: string;
  readonly output: string;
  readonly theme: string;
  readonly expand: readonly string[];
  readonly heat?: string;
}
export async function render(_file: string, _options: RenderOptions): Promise<Status> {
  throw new UsageError('not yet');
}
