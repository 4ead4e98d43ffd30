// What stands at a place of the text: a connection in numbers, a part with its ports, a quantity in other units, a name.
import * as l10n from '@vscode/l10n';
import { answerText } from '../questions/text.ts';
import type { FileSemantics } from '../semantics/file.ts';
import type { Meaning } from '../semantics/meaning.ts';
import { questions } from '../semantics/signatures.ts';
import type { Span } from '../syntax/finding.ts';
import { conversions, unitOf } from '../syntax/quantities.ts';
import type { ConnectionStatement, Definition, QuantityLiteral } from '../syntax/tree.ts';
import { expressionsOfDefinition, isBody, walkExpr } from '../syntax/walk.ts';
import type { Workspace } from '../workspace.ts';
import { answerHover } from './answerHover.ts';
import { describeConnection } from './connection.ts';
import { describeDefinition, describePart } from './describe.ts';
import { block, paragraphs } from './markdown.ts';
import { describePlan } from './plans.ts';
import { argumentText, fieldText, wordText } from './words.ts';

export interface HoverText extends Span {
  readonly markdown: string;
}

/** `cancelled`: what takes long is left out. */
export function hover(
  workspace: Workspace,
  uri: string,
  offset: number,
  cancelled: () => boolean = () => false,
): HoverText | undefined {
  const file = workspace.semantics(uri);
  const definition = file?.tree.definitions.find((each) => within(each, offset));
  if (!file || !definition) return undefined;
  const quantity = quantityAt(definition, offset);
  const told = quantity && quantityHover(quantity);
  if (told) return told;
  const statement = connectionAt(definition, offset);
  const meaning = file.meaningAt(offset);
  const isEnd = meaning?.sort === 'part' || meaning?.sort === 'parameter' || meaning?.sort === 'constant';
  if (statement && !isEnd) return connectionHover(file, definition, statement) ?? (meaning && nameHover(file, meaning));
  const named = meaning && nameHover(file, meaning);
  if (!named || meaning?.sort !== 'question' || !isBody(definition)) return named;
  const template = file.template(definition.name.text);
  const why = template && answerHover(file, template, offset, cancelled);
  return { ...named, markdown: paragraphs([named.markdown, why]) };
}

/** The hover of a statement of which a part or a link was made: a connection in numbers, else what its first name is. */
export function statementHover(workspace: Workspace, uri: string, { start, end }: Span): string | undefined {
  const file = workspace.semantics(uri);
  const definition = file?.tree.definitions.find((each) => within(each, start));
  const statement = definition && connectionAt(definition, start);
  const whole = statement?.start === start && statement.end === end;
  const told = file && definition && whole ? connectionHover(file, definition, statement) : undefined;
  return (told ?? hover(workspace, uri, start))?.markdown;
}

const within = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end;

function connectionAt(definition: Definition, offset: number): ConnectionStatement | undefined {
  if (!isBody(definition)) return undefined;
  for (const statement of definition.body?.statements ?? [])
    if (statement.kind === 'connection' && within(statement, offset)) return statement;
  return undefined;
}

function connectionHover(
  file: FileSemantics,
  definition: Definition,
  statement: ConnectionStatement,
): HoverText | undefined {
  if (!isBody(definition)) return undefined;
  const template = file.template(definition.name.text);
  if (!template) return undefined;
  const { start, end } = statement;
  const made = template.connections.filter(
    ({ source }) => source.uri === file.uri && source.start === start && source.end === end,
  );
  if (made.length === 0) return undefined;
  return { start, end, markdown: describeConnection(template, made, file.tree.text.slice(start, end)) };
}

function quantityAt(definition: Definition, offset: number): QuantityLiteral | undefined {
  let found: QuantityLiteral | undefined;
  for (const expr of expressionsOfDefinition(definition))
    walkExpr(expr, (each) => {
      if (each.kind === 'quantity' && within(each, offset)) found = each;
    });
  return found;
}

function quantityHover({ start, end, number, unit }: QuantityLiteral): HoverText | undefined {
  const known = unitOf(unit);
  if (!known) return undefined;
  const value = number * known.factor;
  const said = `${number} ${unit}`;
  const others = conversions(value, known.dimension).filter((text) => text !== said);
  const both =
    known.dimension === 'rate'
      ? l10n.t('One way; both ways together {0}.', conversions(2 * value, 'rate')[0])
      : undefined;
  return { start, end, markdown: paragraphs([`**${said}** = ${others.join(' = ')}`, both]) };
}

function nameHover(file: FileSemantics, meaning: Meaning): HoverText | undefined {
  const markdown = nameText(file, meaning);
  return markdown === undefined ? undefined : { ...meaning.span, markdown };
}

function nameText(file: FileSemantics, { name, sort, value, part, place, plan, doc }: Meaning): string | undefined {
  if (part && place) return describePart(part, place.template, place.device);
  if (plan) return describePlan(plan, value ? answerText(value) : '', doc);
  const known = value && value.type !== 'error' ? answerText(value) : '';
  const worth = known === '' || known === '?' ? undefined : known;
  switch (sort) {
    case 'import':
      return undefined;
    case 'variable':
      return paragraphs([block(name), l10n.t('An index variable: each place in turn.')]);
    case 'constant':
    case 'parameter':
      return paragraphs([
        block(worth === undefined ? name : `${name} = ${worth}`),
        sort === 'constant' ? l10n.t('A constant.') : l10n.t('A parameter; this is its default.'),
        doc,
        value?.type === 'definition' ? describeDefinition(value.definition, file.template(known)) : undefined,
      ]);
    case 'question':
      return questionText(name, doc);
    case 'argument':
      return paragraphs([block(name), argumentText(name)]);
    case 'field':
      return paragraphs([block(worth === undefined ? name : `${name} = ${worth}`), fieldText(name)]);
    case 'word':
      return paragraphs([block(name), wordText(name) ?? doc]);
    default:
      if (value?.type === 'definition') return describeDefinition(value.definition, file.template(name));
      if (value?.type === 'kind')
        return paragraphs([block(name), l10n.t('A kind of device; as a type it takes any link.')]);
      return paragraphs([block(worth === undefined ? name : `${name} = ${worth}`), doc]);
  }
}

/** `allreduce(size, over, algorithm, …)`, what it is, and the fields of its answer. */
function questionText(name: string, doc: string | undefined): string {
  const signature = questions.get(name);
  if (!signature) return paragraphs([block(name), doc]);
  const { positional, named, answer } = signature;
  const list = [...positional.map((each) => each.name), ...Object.keys(named).map((each) => `${each} = …`)];
  const fields = answer.type === 'result' ? [...answer.result.fields.keys()].map((field) => `\`.${field}\``) : [];
  return paragraphs([block(`${name}(${list.join(', ')})`), doc, fields.length > 0 ? fields.join(' ') : undefined]);
}
