import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type pg from 'pg';

const charType = 18;
const textType = 25;

/** Prisma's adapter, with two features that the schema engine needs and the adapter lacks. */
export class SchemaEnginePg extends PrismaPg {
  readonly #charColumns = new Set<number>();

  constructor(pool: pg.Pool) {
    super(pool);
    pool.on('connect', (client) => this.#describeCharAsText(client));
  }

  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      this.#charColumns.clear();
      const result = await queryRaw(query);
      for (const column of this.#charColumns) result.columnTypes[column] = ColumnTypeEnum.Character;
      return result;
    };
    // The adapter splits scripts at every semicolon, even inside comments and function bodies. One message is also one
    // transaction, so that no migration is applied only in part.
    adapter.executeScript = async (script) => {
      await adapter.executeRaw({ sql: script, args: [], argTypes: [] });
    };
    return adapter;
  }

  /**
   * The engine reads PostgreSQL's catalogs, whose one-letter columns have the type "char". The adapter refuses
   * that type (as it once did others: prisma/orm#27403), and the engine requires it. So the adapter sees "text", and the
   * engine gets the real type back above. The engine sends one query at a time.
   */
  #describeCharAsText(client: pg.PoolClient): void {
    client.connection.prependListener('rowDescription', ({ fields }: { fields: pg.FieldDef[] }) => {
      fields.forEach((field, column) => {
        if (field.dataTypeID !== charType) return;
        field.dataTypeID = textType;
        this.#charColumns.add(column);
      });
    });
  }
}
