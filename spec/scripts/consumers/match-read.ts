import type { Version } from '../versions.js';
import type { Consumer, Use, Uses } from './consumer.js';
import { found, type Match, type Question } from './effect.js';
import { ancestorsOf } from './match-request.js';
import { branchOf, type Place, readSource, simplify } from './read-place.js';

type Read = Extract<Place, { kind: 'response' | 'event' | 'schema' }>;

/** Matches a change of a response, an event or a component with the fields that a consumer reads. */
export function matchRead(place: Read, question: Question): Match[] {
  if (place.kind === 'schema') return matchSchema(place.path, question);
  if (place.kind === 'event') return matchEvent(place, question);
  const { version, consumer } = question;
  const { responseFields } = consumer;
  return [
    ...matchFields(place.path, [`${version} ${place.user}`], responseFields, question),
    ...asPerhaps(matchFields(place.path, [`${version} *`], responseFields, question)),
    ...matchElsewhere(question),
  ];
}

function asPerhaps(matches: readonly Match[]): Match[] {
  return matches.map((match) => ({ ...match, isCertain: false }));
}

function matchEvent({ user, path }: Extract<Place, { kind: 'event' }>, question: Question): Match[] {
  const { version, change, consumer } = question;
  const own = [
    ...(consumer.eventTypes[`${version} ${user}`] ?? []),
    ...Object.entries(consumer.eventFields).flatMap(([key, uses]) =>
      key.startsWith(`${version} ${user} `) ? uses : [],
    ),
  ];
  if (change.rule === 'event-removed')
    return [...found('handled', own), ...found('handled', listReceivers(version, consumer), false)];
  // A header, or the status of the response: every receiver has to do with it, whatever it reads.
  if (path === undefined)
    return found('handled', [...own, ...listBelow(`${version} *`, consumer.eventFields)], false);
  const keys = [`${version} ${user}`, `${version} *`];
  return [...matchFields(path, keys, consumer.eventFields, question), ...matchElsewhere(question)];
}

/** The uses that pass on every event, or the type of every event without comparing it. */
function listReceivers(version: Version, { eventFields, eventTypes }: Consumer): readonly Use[] {
  const isCompared = Object.keys(eventTypes).length > 0;
  return [
    ...(eventFields[`${version} * *`] ?? []),
    ...(eventTypes[`${version} *`] ?? []),
    ...(isCompared ? [] : (eventFields[`${version} * event`] ?? [])),
  ];
}

function matchFields(place: string, keys: readonly string[], fields: Uses, question: Question): Match[] {
  const { change, consumer } = question;
  const path = simplify(place);
  const branch = branchOf(place);
  const source = readSource(change.source);
  const unknown = keys.flatMap((key) =>
    ['', ...ancestorsOf(path)].flatMap((one) => fields[`${key} ${one === '' ? '*' : `${one}.*`}`] ?? []),
  );
  const read = (key: string): readonly Use[] => {
    const here = fields[`${key} ${path}`] ?? findElements(`${key} ${path}`, fields);
    return [
      ...here.filter(({ schema }) => isSame(schema, source, path)),
      // In a schema that contains itself, the change has the path of the outermost place only.
      ...listBelow(key, fields).filter((use) => use.schema === source && source && !here.includes(use)),
    ];
  };
  const passedOn = found('read', unknown, false);
  const { lost } = change;
  if (lost)
    return [
      ...keys.flatMap((key) =>
        matchValues({ key: `${key} ${path}`, lost, values: consumer.enumValues, reads: read(key) }),
      ),
      ...passedOn,
    ];
  const certain = keys.flatMap((key): readonly Use[] => {
    if (change.rule === 'choice-removed' && branch !== undefined)
      return listValues(`${key} ${path}`, branch, consumer);
    return path === '' ? listBelow(key, fields) : read(key);
  });
  return [...found('read', certain), ...passedOn];
}

interface ReadValues {
  /** The field, with its operation, event or version. */
  readonly key: string;
  readonly lost: readonly string[];
  readonly values: Uses;
  readonly reads: readonly Use[];
}

/** A field that is read, but whose value is not compared in a known way, can be compared with any value. */
function matchValues({ key, lost, values, reads }: ReadValues): Match[] {
  // The values of a list are those of its elements.
  const valuesOf = (value: string): readonly Use[] =>
    ['', '[]'].flatMap((element) => values[`${key}${element}=${value}`] ?? []);
  const isCompared = Object.keys(values).some(
    (one) => /^(\[\])*=/.test(one.slice(key.length)) && one.startsWith(key),
  );
  return [
    ...found('handled', lost.flatMap(valuesOf)),
    ...found('read', [...valuesOf('*'), ...(isCompared ? [] : reads)], false),
  ];
}

/** The elements of a list are read where a property of them is. */
function findElements(key: string, fields: Uses): readonly Use[] {
  return Object.entries(fields).flatMap(([one, uses]) => (one.startsWith(`${key}[]`) ? uses : []));
}

function listBelow(key: string, fields: Uses): readonly Use[] {
  return Object.entries(fields).flatMap(([one, uses]) => (one.startsWith(`${key} `) ? uses : []));
}

/** The comparisons with the value that stands for a branch: `data.steps[].type=wait`. */
function listValues(prefix: string, value: string, { enumValues }: Consumer): readonly Use[] {
  return Object.entries(enumValues).flatMap(([one, uses]) => {
    const rest = one.startsWith(prefix) ? one.slice(prefix.length) : '';
    return /^(\[\])*\.[^.=]+=/.test(rest) && rest.endsWith(`=${value}`) ? uses : [];
  });
}

/** Two branches of a union can have the same field; the schema tells which of them is read. */
function isSame(schema: string | undefined, source: string | undefined, path: string): boolean {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (schema === undefined || source === undefined || !source.endsWith(`.${name}`)) return true;
  return schema === source;
}

/** A component that has changed by itself. The uses whose operation or event is known are matched there. */
function matchSchema(place: string, { version, change, consumer }: Question): Match[] {
  if (change.rule === 'schema-name-removed')
    return found('imported', consumer.schemas[`${version} ${place}`]);
  return matchSchemaField(simplify(place), { version, change, consumer });
}

/** Matches uses of a field whose operation is unknown, if the consumer uses an operation or event that the change affects. */
function matchElsewhere({ version, change, consumer }: Question): Match[] {
  const source = readSource(change.source);
  const isUsed = ['*', ...(change.users ?? [])].some(
    (user) => consumer.operations[`${version} ${user}`] ?? consumer.eventTypes[`${version} ${user}`],
  );
  if (source === undefined || !isUsed) return [];
  return asPerhaps(matchSchemaField(simplify(source), { version, change, consumer }));
}

function matchSchemaField(path: string, { version, change, consumer }: Question): Match[] {
  const { schemaFields, schemaValues } = consumer;
  const key = `${version} ${path}`;
  const unknown = ancestorsOf(path).flatMap((one) => schemaFields[`${version} ${one}.*`] ?? []);
  const reads = schemaFields[key] ?? [];
  return [
    ...(change.lost
      ? matchValues({ key, lost: change.lost, values: schemaValues, reads })
      : found('read', reads)),
    ...found('read', unknown, false),
  ];
}
