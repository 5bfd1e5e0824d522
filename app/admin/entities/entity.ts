import type { ReactNode } from 'react'
import type * as z from 'zod/mini'

import type { crud } from '../../../contract/endpoint.ts'
import type { FieldGroup } from '../../forms/fields.tsx'
import type { Column } from '../lists/data-table.tsx'
import type { Existing } from '../editing/use-editor.ts'
import type { ImportDialogProps } from './import-dialog.tsx'
import type { ListState } from '../lists/use-list-state.ts'

export interface NamedRecord extends Existing {
  name: string
  createdAt: string
}

/** The screen's declaration of an entity; `entity.ts` of the services is the server's. */
export interface Entity<Row extends NamedRecord> {
  title: string
  /** As messages call it: 'Institution created successfully'. */
  one: string
  /** In sentences, in the export's file name, and in query keys. */
  plural: string
  /** In the message of a failed load: 'Failed to load institutions'. */
  loaded: string
  calls: EntityCalls
  search: string
  empty: (searched: boolean) => string
  /** Without the actions, which every table has. */
  columns: readonly Column<Row>[]
  labels: Record<string, string>
  optional?: readonly string[]
  /** Initial values of a new record. */
  defaults?: Record<string, string>
  /** The controls of the form. */
  fields: (group: FieldGroup) => ReactNode
  stats?: ReactNode
  filterNames?: readonly string[]
  filters?: (list: ListState) => ReactNode
  /** Import from CSV: its call, and the headings that a file must have. */
  import?: Pick<ImportDialogProps, 'call' | 'columns'>
  /** More buttons for each row. */
  rowActions?: (row: Row) => ReactNode
}

type EntityCalls = ReturnType<
  typeof crud<z.ZodMiniType, z.ZodMiniObject, z.ZodMiniType<object, object>>
>
