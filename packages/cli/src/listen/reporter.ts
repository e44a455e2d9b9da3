import type { Event } from '@parley/client';
import { describeEvent } from '../events/describe-event.js';
import type { Output } from '../output/output.js';
import { printable } from '../output/printable.js';
import type { Answer } from './receiver.js';

export interface Readiness {
  readonly workspace: string;
  readonly forwardTo: string;
  /** The secret, if it was created now. */
  readonly secret: string | undefined;
  readonly isResumed: boolean;
}

/** Shows live what the receiver answers. With `--json`, each line is an object with a `kind`. */
export interface Reporter {
  ready(readiness: Readiness): void;
  acknowledged(event: Event, answer: Answer): void;
  failure(event: Event): (answer: Answer, next: { readonly inMs: number } | undefined) => void;
  trouble(error: Error): void;
  stopped(event: Event, attempts: number): void;
}

export function createReporter(output: Output): Reporter {
  const identify = ({ id, event }: Event) => ({ id, event });
  return {
    ready(readiness) {
      const { workspace, forwardTo, secret, isResumed } = readiness;
      output.item({ kind: 'ready', ...readiness }, ({ bold }) =>
        [
          `Forwarding the events of ${bold(printable(workspace))} to ${forwardTo}`,
          isResumed ? ', after the last event of the previous run.' : ', from now on.',
          secret === undefined ? '' : `\nThe secret of the signatures is ${bold(secret)}`,
          '\nCtrl-C ends.\n',
        ].join(''),
      );
    },
    acknowledged(event, answer) {
      const { status, tookMs, url } = answer;
      output.item({ kind: 'acknowledged', ...identify(event), url, status, tookMs }, (style) => {
        const shown = style.green(`${status}`);
        return `${describeEvent(event, style)}\n  ${shown} ${url} ${style.dim(`${tookMs} ms`)}\n`;
      });
    },
    failure: (event) => (answer, next) => {
      const { status, tookMs, url, problem } = answer;
      const value = {
        kind: 'failed',
        ...identify(event),
        url,
        status,
        tookMs,
        problem,
        nextInMs: next?.inMs,
      };
      output.item(value, (style) => {
        const shown = style.red(`${status ?? 'no response'}`);
        const retry = next ? style.yellow(`; again in ${next.inMs / 1_000} s`) : '';
        const reason = printable(problem ?? '').trim();
        return `${describeEvent(event, style)}\n  ${shown} ${url} ${style.dim(`${tookMs} ms`)} ${reason}${retry}\n`;
      });
    },
    trouble(error) {
      output.item({ kind: 'trouble', message: error.message }, ({ yellow }) =>
        yellow(`${printable(error.message)}\nTrying again.\n`),
      );
    },
    stopped(event, attempts) {
      output.item({ kind: 'stopped', ...identify(event), attempts }, ({ red }) =>
        [
          red(`The receiver did not accept ${event.event} ${event.id} in ${attempts} attempts.\n`),
          'The event is not lost: correct the receiver, and run the same command again. It begins with this event.\n',
          '--from-now leaves out everything until now.\n',
        ].join(''),
      );
    },
  };
}
