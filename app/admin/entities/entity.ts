import type { ReactNode } from 'react'
import type * as z from 'zod/mini'

import type { crud } from '../../../contract/endpoint.ts'
import type { FieldGroup } from '../../forms/fields.tsx'
import type { Column } from '../lists/data-table.tsx'
import type { Existing } from '../editing/use-editor.ts'
import type { ListState } from '../lists/use-list-state.ts'

export interface NamedRecord extends Existing {
  name: string
  createdAt: string
}

/** All that is particular to a plain screen of the back office. */
export interface Entity<Row extends NamedRecord> {
  title: string
  /** As messages call it: 'Institution created successfully'. */
  one: string
  /** The file of its export, and the name of what is kept of it in the browser. */
  plural: string
  /** What a failed load is said to have been of: 'Failed to load institutions'. */
  loaded: string
  calls: EntityCalls
  search: string
  empty: (searched: boolean) => string
  /** Besides the actions, which every table has. */
  columns: readonly Column<Row>[]
  labels: Record<string, string>
  optional?: readonly string[]
  /** What a new record starts with. */
  defaults?: Record<string, string>
  /** The controls of the form. */
  fields: (group: FieldGroup) => ReactNode
  stats?: ReactNode
  /** The names of the filters, and their controls. */
  filterNames?: readonly string[]
  filters?: (list: ListState) => ReactNode
  /** More buttons for the screen, and for each row. */
  actions?: ReactNode
  rowActions?: (row: Row) => ReactNode
}

type EntityCalls = ReturnType<
  typeof crud<z.ZodMiniType, z.ZodMiniObject, z.ZodMiniType<object, object>>
>
