import type { RawBuilder, Selectable } from 'kysely'
import type * as z from 'zod/mini'

import type { crud } from '../../contract/endpoint.ts'
import type { EntityName, importCalls } from '../../contract/entities.ts'
import type { Tables, Transaction } from '../database/tables.ts'
import type { DomainError } from './domain-error.ts'
import type { EditableTable } from './optimistic-lock.ts'

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

/** The server's declaration of an entity. `app/admin/entities` declares the screen of an entity. */
interface Declaration<
  Table extends EditableTable,
  Calls extends EntityCalls,
  Column = keyof Tables[Table] & string,
  Stored = Selectable<Tables[Table]>,
  Input = z.output<Calls['create']['body']>,
  Row = z.output<Calls['get']['response']>,
> {
  /** The name of the entity in the history and in messages. */
  name: EntityName
  /** The table. It has a column for each field of the record that is not in `computed`. */
  table: Table
  calls: Calls
  /** The SQL of the fields of the record that are not columns. */
  computed?: Readonly<Record<string, RawBuilder<string>>>
  /** Columns with the id of another entity's record. The API also shows the name of that record. */
  references?: { readonly [Key in Column & string]?: EntityReference }
  /** The SQL expression of the sort order, for each field by which the list can be sorted. */
  order: Record<SortField<Calls>, RawBuilder<unknown>>
  /** Computes columns from the input: the keys of unique indexes, and the search text. */
  derive(input: Input): Record<string, string>
  /** SQL conditions for the filters of the query. The search text is not one of them. */
  filter?(query: z.output<Calls['list']['query']>): RawBuilder<boolean>[]
  /** The SQL condition for a search. By default, the column `searchText` must contain the text. */
  search?(text: string): RawBuilder<boolean>
  /** Default values of a new record, for columns that the input may omit. */
  defaults?: Partial<Stored>
  /** The error message for each field whose value another record already has. */
  unique: { readonly [Field in Column & string]?: string }
  /** Columns that block a deletion if they refer to the record. The key is a noun for messages. */
  usedBy?: Record<string, Usage>
  /** Runs before the record is locked. A missing or stale record is reported first. */
  beforeLock?(transaction: Transaction, _id: string, input: Input): ErrorOrNothing
  /** Runs before the locked record is replaced. */
  beforeUpdate?(transaction: Transaction, stored: Stored, input: Input): ErrorOrNothing
  /** `by` is the id of the user who deletes. */
  beforeDelete?(transaction: Transaction, _id: string, by: string): ErrorOrNothing
  /** The columns of the CSV export: by heading, the function that makes the cell of a record. */
  exportColumns: Record<string, (record: Row) => string | null>
  import?: EntityImport<Column>
}

type SortField<Calls extends EntityCalls> = Exclude<
  NonNullable<z.output<Calls['list']['query']>['sort']>,
  `-${string}`
>

/** The table that a column refers to, and the error message for an id that is not in this table. */
interface EntityReference {
  table: EditableTable
  missing: string
}

/** A column that may refer to the record, and the table of that column. */
type Usage = {
  [Name in keyof Tables]: { table: Name; column: keyof Tables[Name] & string }
}[keyof Tables]

export interface EntityImport<Column = string> {
  call: typeof importCalls.institutions
  /** The heading of each field in the file. Upper and lower case do not matter. */
  headings: { readonly [Field in Column & string]?: string }
  /** The fields that together identify a stored record. Upper and lower case do not matter. */
  key: readonly Column[]
  /** Fields with fixed choices. A cell matches a choice that has the same letters a to z. */
  choices?: { readonly [Field in Column & string]?: readonly string[] }
}

/** A declaration without the types of one table, for code that serves every entity. */
export interface Entity extends Omit<
  Declaration<EditableTable, EntityCalls, string, object, EntityInput, EntityRecord>,
  'unique' | 'references' | 'computed'
> {
  unique: Readonly<Record<string, string>>
  references: Readonly<Record<string, EntityReference>>
  computed: Readonly<Record<string, RawBuilder<string>>>
}

/** Checks a declaration against its table and its calls. */
export function defineEntity<Table extends EditableTable, Calls extends EntityCalls>(
  declaration: Declaration<Table, Calls>,
): Entity {
  // The contract has checked each input, so a hook gets the type that it declares.
  return { references: {}, computed: {}, ...declaration } as unknown as Entity
}
