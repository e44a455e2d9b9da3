import { type Node, parse, type RawStmt } from 'libpg-query';
import { splitStatements } from '../../packages/database/src/split-statements.js';
import { findContractViolations, findOnlineViolations, findViolations } from './find-violations.js';
import { isRule, type Rule, rules } from './rules.js';

export interface MigrationFiles {
  readonly name: string;
  /** The text of `migration.sql`. */
  readonly script: string;
  /** The text of `online.sql`, if there is one. */
  readonly online?: string | undefined;
  /** The text of `contract.sql`, if there is one. */
  readonly contract?: string | undefined;
}

/** Returns one line for each step that would stop the service or break the previous release. */
export async function checkMigration(files: MigrationFiles): Promise<string[]> {
  const { name, script, online = '', contract = '' } = files;
  const statements = await parseStatements(script);
  const onlineStatements = await parseBlocks(online);
  const prepared = {
    tables: new Set([...onlineStatements, ...statements].flatMap(({ node }) => createdTable(node))),
    indexes: new Set(onlineStatements.flatMap(builtIndex)),
  };
  return [
    ...describeViolations(
      `${name}/online.sql`,
      onlineStatements,
      ({ node, script: block, isAlone = false }) =>
        findOnlineViolations(node, prepared, { script: block, isAlone }),
    ),
    ...describeViolations(`${name}/migration.sql`, statements, ({ node }) => findViolations(node, prepared)),
    ...describeViolations(`${name}/contract.sql`, await parseStatements(contract), ({ node }) =>
      findContractViolations(node),
    ),
  ];
}

function describeViolations(
  file: string,
  statements: readonly Statement[],
  find: (statement: Statement) => Rule[],
): string[] {
  return statements.flatMap((statement) => {
    const { comment, line } = statement;
    const allowed = readAllowed(comment);
    return [
      ...allowed.problems.map((problem) => `${file}:${line} ${problem}`),
      ...find(statement)
        .filter((rule) => !allowed.rules.has(rule))
        .map((rule) => `${file}:${line} ${rule}: ${rules[rule]}.`),
    ];
  });
}

interface Statement {
  readonly node: Node;
  /** The text between the previous statement and this one. */
  readonly comment: string;
  readonly line: number;
  /** The text that runs as one transaction. */
  readonly script: string;
  /** Whether it is the only statement of its transaction. */
  readonly isAlone?: boolean;
}

/** Parses `online.sql` in the parts in which it is applied. */
async function parseBlocks(online: string): Promise<Statement[]> {
  const found: Statement[] = [];
  let end = 0;
  for (const block of splitStatements(online)) {
    const start = online.indexOf(block, end);
    end = start + block.length;
    const linesBefore = online.slice(0, start).split('\n').length - 1;
    const statements = await parseStatements(block);
    const isAlone = statements.length === 1;
    found.push(...statements.map((one) => ({ ...one, line: one.line + linesBefore, isAlone })));
  }
  return found;
}

async function parseStatements(script: string): Promise<Statement[]> {
  if (script.trim() === '') return [];
  const { stmts = [] } = await parse(script);
  // The parser counts bytes.
  const bytes = Buffer.from(script);
  let end = 0;
  return stmts.flatMap(({ stmt, stmt_location: start = 0, stmt_len: length = 0 }: RawStmt) => {
    if (!stmt) return [];
    // The comment is between the previous statement and this one.
    const [comment = ''] = /^(?:\s|;|--[^\n]*\n)*/.exec(bytes.subarray(end).toString()) ?? [];
    const line = `${bytes.subarray(0, end).toString()}${comment}`.split('\n').length;
    end = start + length;
    return [{ node: stmt, comment, line, script }];
  });
}

/** Reads the exceptions before a statement: `-- allowed: <rule>: <reason>`. */
function readAllowed(comment: string): { rules: Set<Rule>; problems: string[] } {
  const allowed = new Set<Rule>();
  const problems: string[] = [];
  for (const [, name = '', reason = ''] of comment.matchAll(/^-- allowed: ([\w-]+):?[ \t]*(.*)$/gm)) {
    if (!isRule(name))
      problems.push(`allows "${name}", but the rules are: ${Object.keys(rules).join(', ')}.`);
    else if (reason.trim() === '') problems.push(`allows ${name} without a reason.`);
    else allowed.add(name);
  }
  return { rules: allowed, problems };
}

function createdTable(node: Node): string[] {
  if ('CreateStmt' in node) return [node.CreateStmt.relation?.relname ?? ''];
  if ('CreateTableAsStmt' in node) return [node.CreateTableAsStmt.into?.rel?.relname ?? ''];
  return [];
}

/** The indexes of all partitions of a table belong to one index of the table. */
function builtIndex({ node, comment }: Statement): string[] {
  if (!('IndexStmt' in node) || node.IndexStmt.concurrent !== true) return [];
  const { idxname = '' } = node.IndexStmt;
  const [, table] = /^-- For each partition of "(\w+)"\.$/m.exec(comment) ?? [];
  return [table === undefined ? idxname : idxname.replace('{partition}', table)];
}
