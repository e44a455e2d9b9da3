import type {
  ChannelProvider,
  ExceededLimit,
  IncompleteReason,
  IngressRequest,
} from '../adapter/channel-adapter.js';
import type { InboundItem } from '../adapter/inbound-item.js';
import { MalformedPayloadError, type PayloadError } from '../adapter/malformed-payload-error.js';
import { parseInbound as parseEmail } from '../email/parse-inbound.js';
import { parseInbound as parseInstagram } from '../instagram/parse-inbound.js';
import { parseInbound as parseSms } from '../sms/parse-inbound.js';
import { parseInbound as parseWhatsapp } from '../whatsapp/parse-inbound.js';
import { SkippedItems } from './skipped-items.js';

/** The sandbox is not parsed in a thread: the API authenticates its callers and parses its bodies itself. */
export type ParsedProvider = Exclude<ChannelProvider, 'sandbox'>;

/** A verified payload, as plain data that can be sent to a thread. */
export interface Payload {
  readonly provider: ParsedProvider;
  readonly channel: { readonly type: 'whatsapp' | 'instagram' | 'sms' | 'email'; readonly settings: unknown };
  readonly request: Omit<IngressRequest, 'rawBody'>;
  /** The body. */
  readonly chunks: readonly Uint8Array[];
  /** Reads only the head of a mail, after parsing the whole mail has exceeded this limit. */
  readonly headOnlyAfter?: ExceededLimit;
}

export type ParsingResult =
  | {
      readonly items: readonly InboundItem[];
      /** The items that were skipped, by their kind. */
      readonly skipped: ReadonlyMap<string, number>;
      readonly incomplete: IncompleteReason | undefined;
    }
  | { readonly errors: readonly PayloadError[] };

/** Only modules that parse are loaded here, not those that send. */
const PARSERS = { email: parseEmail, instagram: parseInstagram, sms: parseSms, whatsapp: parseWhatsapp };

export async function parsePayload(payload: Payload): Promise<ParsingResult> {
  const { provider, request, chunks, headOnlyAfter } = payload;
  const skipped = new SkippedItems();
  let incomplete: IncompleteReason | undefined;
  try {
    const items = await PARSERS[provider](
      { ...request, rawBody: Buffer.concat(chunks) },
      // No parser reads a secret.
      { ...payload.channel, secrets: {} },
      {
        headOnlyAfter,
        onSkip: (kind) => skipped.add(kind),
        onIncomplete: (reason) => {
          incomplete = reason;
        },
      },
    );
    return { items, skipped: skipped.counts, incomplete };
  } catch (error) {
    if (error instanceof MalformedPayloadError) return { errors: error.errors };
    throw error;
  }
}
