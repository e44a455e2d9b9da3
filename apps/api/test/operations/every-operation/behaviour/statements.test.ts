import { describe, expect, it } from '@jest/globals';
import { createToken, createWorld, tokenOf, validRequest } from '@parley/testkit';
import { type AnyOperation, everyOperation } from '../../support/every-operation.js';
import { recordStatements } from '../../support/record-statements.js';
import { useStage } from '../../support/use-stage.js';

describe('statements', () => {
  const stage = useStage();

  async function statementsOf(operation: AnyOperation, token: string, world = stage.own): Promise<string[]> {
    const request = { ...validRequest(world, operation.version, operation.operationId), token };
    const { result, statements } = await recordStatements(() => stage.call(operation, request));
    expect(result.status).toBe(200);
    return statements;
  }

  /**
   * A file is read in chunks after it was found. The feed of events reads the retention first, which determines the
   * partitions.
   */
  const further: Readonly<Record<string, number>> = { downloadFile: 1, searchEvents: 1 };

  describe('a read is one statement', () => {
    // A stream reads on while it is open, with statements that all streams share.
    const reads = everyOperation.filter(
      ({ isRead, operationId }) => isRead && operationId !== 'streamEvents',
    );
    it.each(reads)('$name, and one more to authenticate a new token', async (operation) => {
      const token = await createToken(stage.database, stage.tenantId);
      const more = further[operation.operationId] ?? 0;
      // The first request of an operation compiles its schemas, which may take longer than a token is cached.
      await statementsOf(operation, stage.token);
      const first = await statementsOf(operation, token);
      expect(first).toHaveLength(2 + more);
      expect(first[0]).toContain('from api_keys');
      // A search with a known total uses a slightly different statement.
      expect(await statementsOf(operation, token)).toHaveLength(1 + more);
    });
  });

  /**
   * How many statements an operation runs in addition to the deletion, to look up rows, to stop work or to record
   * events.
   */
  const preparations: Readonly<Record<string, number>> = {
    // One checks whether there are many deliveries; two lock the webhook and its deliveries in the same order as the
    // worker; one adds an entry to the audit log, as for the other deletions in this list.
    deleteApiWebhook: 4,
    deleteAutomation: 12,
    deleteCampaign: 7,
    // Four of them delete the notes of its chats and erase their events.
    deleteChannel: 14,
    // One locks the chat and records its event, one lists the events of its notes, and three erase them.
    deleteChat: 5,
    // They erase the event of the note and the responses to it, and cancel its deliveries.
    deleteChatNote: 3,
    // Two lock the contact and its chats, two record the events of the chats and of the contact, two record the erasure and
    // the ids of the records, one hides the ids of merged contacts, one counts the records, one deletes early statuses, one
    // adds the job, and one adds an entry to the audit log. One locks the campaigns of the contact, and one keeps their numbers.
    deleteContact: 13,
    // Two lock the contact and the address, one looks for its chats, one promotes another address, and one records the event.
    deleteContactHandle: 5,
    deleteMessageTemplate: 1,
    // One locks the segment, one looks for a campaign that uses it, and one keeps its expression in ended campaigns.
    deleteSegment: 3,
    // It locks and updates the teams of the user.
    deleteUser: 1,
    removeContactLabel: 1,
  };

  describe('a deletion is one statement, with a fixed number of preparing statements', () => {
    const deletions = everyOperation.filter(({ method }) => method === 'delete');
    it.each(deletions)('$name', async (operation) => {
      const world = await createWorld(stage.database);
      const token = await tokenOf(world.key);
      await stage.v3.call('getChat', { params: { chatId: world.chat.id }, token });
      const statements = await statementsOf(operation, token, world);
      const own = statements.filter((text) => !/^begin\b|\bcommit$|pg_notify/.test(text));
      // The statements for each deleted campaign count once.
      expect(new Set(own).size).toBe(1 + (preparations[operation.operationId] ?? 0));
      expect(own.filter((text) => /\bdelete from\b/.test(text))).not.toHaveLength(0);
    });
  });
});
