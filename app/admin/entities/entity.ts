import type { ReactNode } from 'react'
import type * as z from 'zod/mini'

import type { crud } from '../../../contract/endpoint.ts'
import { request } from '../../api/session.ts'
import type { FieldGroup } from '../../forms/fields.tsx'
import type { Column } from '../lists/data-table.tsx'
import { focusInvalid } from '../editing/first-invalid.ts'
import type { Existing } from '../editing/use-editor.ts'
import type { ImportDialogProps } from './import-dialog.tsx'
import type { ListState } from '../lists/use-list-state.ts'

export interface NamedRecord extends Existing {
  name: string
  createdAt: string
}

/** Declares the list of an entity: its names, API calls and table columns. */
export interface EntityList<Row extends NamedRecord> {
  title: string
  /** Singular name for messages, such as 'Institution' in 'Institution created successfully'. */
  one: string
  /** Plural name for sentences, query keys and the file name of the export. */
  plural: string
  /** Plural name for the error toast, such as 'institutions' in 'Failed to load institutions'. */
  loaded: string
  calls: EntityCalls
  search: string
  empty: (searched: boolean) => string
  /** The table's columns. Every table adds the column of actions itself. */
  columns: readonly Column<Row>[]
  stats?: ReactNode
  filterNames?: readonly string[]
  filters?: (list: ListState) => ReactNode
  /** Import from CSV: the API call, and the headings that the file must have. */
  import?: Pick<ImportDialogProps, 'call' | 'headings'>
  /** Renders more action buttons for a row. */
  rowActions?: (row: Row) => ReactNode
  /** Renders the menu of a row's less frequent actions. */
  rowMenu?: (row: Row) => ReactNode
}

/** Declares the screen of an entity: its list and its form. */
export interface Entity<Row extends NamedRecord> extends EntityList<Row> {
  labels: Record<string, string>
  optional?: readonly string[]
  /** Initial values of a new record. */
  defaults?: Record<string, string>
  /** Renders the controls of the form. */
  fields: (group: FieldGroup) => ReactNode
}

export interface RecordDialogProps<Row extends NamedRecord> {
  /** The record to edit; null creates a new one. */
  record: Row | null
  onClose: () => void
}

type EntityCalls = ReturnType<
  typeof crud<z.ZodMiniType, z.ZodMiniObject, z.ZodMiniType<object, object>>
>

/** Options of `useEditor` that save a record. `one` is its singular name. */
export function savingOf(calls: EntityCalls, one: string, record: Existing | null) {
  return {
    save: (answers: Record<string, unknown>, read: Existing | null) =>
      read
        ? request(calls.update, {
            params: { _id: read._id },
            body: { ...answers, updatedAt: read.updatedAt },
          })
        : request(calls.create, { body: answers }),
    saved: `${one} ${record ? 'updated' : 'created'} successfully`,
    failed: `Failed to save ${one.toLowerCase()}`,
    onRefused: focusInvalid,
  }
}
