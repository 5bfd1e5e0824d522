import type { RawBuilder, Selectable, Transaction } from 'kysely'
import type * as z from 'zod/mini'

import type { crud } from '../../../contract/endpoint.ts'
import type { EntityName, importCalls } from '../../../contract/entities.ts'
import type { Tables } from '../../database/tables.ts'
import type { DomainError } from '../domain-error.ts'
import type { EditableTable } from '../optimistic-lock.ts'

/** The part of a list's query that every entity has. */
export interface EntityQuery {
  q?: string | undefined
  sort?: string | undefined
  limit?: number | undefined
  page: number
}

export type EntityInput = Record<string, string | null | undefined>

export interface EntityRecord {
  _id: string
  name: string
}

type EntityCalls = ReturnType<
  typeof crud<
    z.ZodMiniObject<Record<keyof EntityRecord, z.ZodMiniType<string>>>,
    z.ZodMiniObject<Record<string, z.ZodMiniType<EntityInput[string]>>>,
    z.ZodMiniType<EntityQuery>
  >
>

type ErrorOrNothing = Promise<DomainError | undefined>

/** The server's declaration of an entity; `Entity` of `app/admin/entities` is the screen's. */
interface Declaration<
  Table extends EditableTable,
  Calls extends EntityCalls,
  Column = keyof Tables[Table] & string,
  Stored = Selectable<Tables[Table]>,
  Input = z.output<Calls['create']['body']>,
  Row = z.output<Calls['get']['response']>,
> {
  /** Its name in the audit log and, in lower case, in sentences. */
  name: EntityName
  /** It has a column for each field of the record in the contract. */
  table: Exclude<keyof Row, Column> extends never ? Table : never
  calls: Calls
  /** Columns that hold the id of another entity; the API shows its name, too. */
  references?: { readonly [Key in Column & string]?: EntityReference }
  /** The order of each sortable field of the list's query. */
  order: Record<SortField<Calls>, RawBuilder<unknown>>
  /** Columns that are computed from the input: keys of uniqueness, and the search text. */
  derive(input: Input): object
  /** Conditions of the query besides its search. */
  filter?(query: z.output<Calls['list']['query']>): RawBuilder<boolean>[]
  /** Matches a search; by default the entity's search text contains it. */
  search?(text: string): RawBuilder<boolean>
  /** Columns of a new record that its input may omit. */
  defaults?: Partial<Stored>
  /** The sentence for a field whose value is taken; the first one if no field fits. */
  unique: { readonly [Field in Column & string]?: string }
  /** References that block a deletion, by the noun of their records. */
  usedBy?: Record<string, Usage>
  /** Runs before the record is locked; its error follows those of a missing or stale record. */
  beforeLock?(transaction: Transaction<Tables>, _id: string, input: Input): ErrorOrNothing
  /** Runs before the locked record is replaced. */
  beforeUpdate?(transaction: Transaction<Tables>, stored: Stored, input: Input): ErrorOrNothing
  /** `by` is the id of the user who deletes. */
  beforeDelete?(transaction: Transaction<Tables>, _id: string, by: string): ErrorOrNothing
  /** The columns of the export: heading, and cell of a record. */
  exportColumns: Record<string, (record: Row) => string | null>
  import?: EntityImport<Column>
}

type SortField<Calls extends EntityCalls> = Exclude<
  NonNullable<z.output<Calls['list']['query']>['sort']>,
  `-${string}`
>

/** The table that a column refers to, and the sentence for an id that it does not have. */
interface EntityReference {
  table: EditableTable
  missing: string
}

/** A column that may refer to the record, in the table of the records that it names. */
export type Usage = {
  [Name in keyof Tables]: { table: Name; column: keyof Tables[Name] & string }
}[keyof Tables]

export interface EntityImport<Column = string> {
  call: typeof importCalls.institutions
  /** The field under each heading, which is in lower case. */
  headings: Record<string, Column>
  /** The fields by which a line finds its stored record, regardless of case. */
  key: readonly Column[]
  /** Fields with fixed choices, which are matched by their letters alone. */
  choices?: { readonly [Field in Column & string]?: readonly string[] }
}

/** The declaration without its own types, for code that serves every entity. */
export interface Entity extends Omit<
  Declaration<EditableTable, EntityCalls, string, object, EntityInput, EntityRecord>,
  'unique' | 'references'
> {
  unique: Readonly<Record<string, string>>
  references: Readonly<Record<string, EntityReference>>
}

/** Checks a declaration against its table and its calls. */
export function defineEntity<Table extends EditableTable, Calls extends EntityCalls>(
  declaration: Declaration<Table, Calls>,
): Entity {
  // The contract has checked each input, so a hook gets the type that it declares.
  return { references: {}, ...declaration } as unknown as Entity
}
