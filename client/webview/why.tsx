// Why the algorithm shown takes as long as it does, in a few lines: what is busiest, for whom, what twice its rate would bring.
import type { Explanation, LinkGroup, RateChange } from '../../server/protocol.ts';
import { arrow, formatPercent, formatRate, formatTime } from './numbers.ts';
import { fill, type Strings } from './strings.ts';

/** Groups of links that are told; names of a set that are. */
const mostGroups = 3;
const mostNames = 2;

export function Why({ why, strings }: { why: Explanation | undefined; strings: Strings }) {
  const [first] = why?.groups ?? [];
  if (!why || !first) return null;
  return (
    <details class="why" open>
      <summary>{fill(strings.why, strings[why.algorithm])}</summary>
      <ul>
        {why.groups.slice(0, mostGroups).map((group) => (
          <li key={`${group.name} ${group.GBps}`}>
            <b>{formatPercent(Math.round(group.busy * 100))}</b> {groupText(group, strings)}
          </li>
        ))}
      </ul>
      {why.traffic && <p class="note">{trafficText(why.traffic, strings)}</p>}
      <p class="note">{latencyText(why, strings)}</p>
      {why.halved && <p class="note">{changeText(strings.whyHalf, why, why.halved, strings)}</p>}
      {why.doubled && <p class="note">{changeText(strings.whyTwice, why, why.doubled, strings)}</p>}
    </details>
  );
}

function latencyText({ latencyShare, softwareShare }: Explanation, strings: Strings): string {
  const [whole, software] = [latencyShare, softwareShare].map((share) => formatPercent(Math.round(share * 100)));
  return Math.round(softwareShare * 100) > 0
    ? fill(strings.whyLatencySoftware, whole, software)
    : fill(strings.whyLatency, whole);
}

const groupText = ({ links, name, medium, GBps }: LinkGroup, strings: Strings): string =>
  [fill(strings.whyLinks, links, name), medium, formatRate(GBps)].filter((each) => each !== '').join(' · ');

function trafficText(
  { a, b, between, senders, receivers }: NonNullable<Explanation['traffic']>,
  strings: Strings,
): string {
  const link = arrow(a, b);
  if (between === 'switches') return fill(strings.whySwitches, link);
  return fill(strings.whyCarries, link, namesText(senders, strings), namesText(receivers, strings));
}

export const namesText = (names: readonly string[], strings: Strings): string =>
  names.length > mostNames
    ? fill(strings.andMore, names.slice(0, mostNames).join(', '), names.length - mostNames)
    : names.join(', ');

function changeText(text: string, { timeUs, groups }: Explanation, change: RateChange, strings: Strings): string {
  const percent = Math.round((change.timeUs / timeUs - 1) * 100);
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±';
  const told = fill(text, formatTime(change.timeUs), `${sign}${formatPercent(Math.abs(percent))}`);
  const { bottleneck } = change;
  return !bottleneck || bottleneck.name === groups[0].name ? told : `${told} ${fill(strings.whyThen, bottleneck.name)}`;
}
