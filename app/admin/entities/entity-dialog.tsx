import { FormDialog } from '../editing/edit-dialog.tsx'
import { type Entity, type NamedRecord, type RecordDialogProps, savingOf } from './entity.ts'
import { useEditor } from '../editing/use-editor.ts'

interface EntityDialogProps<Row extends NamedRecord> extends RecordDialogProps<Row> {
  entity: Entity<Row>
  /** Called after a new record has been stored and the form has closed. */
  onCreated: ((row: Row) => void) | undefined
}

/** The form of one record. */
export function EntityDialog<Row extends NamedRecord>(props: EntityDialogProps<Row>) {
  const { entity, record, onCreated, onClose } = props
  const { calls, one, labels, optional = [] } = entity
  const editor = useEditor({
    schema: calls.create.body,
    record,
    defaults: entity.defaults ?? {},
    onSaved: (stored) => {
      onClose()
      if (!record) onCreated?.(stored as Row)
    },
    ...savingOf(calls, one, record),
  })
  const { form, defaults } = editor
  return (
    <FormDialog
      title={record ? `Edit ${one}` : `Add ${one}`}
      editor={editor}
      labels={labels}
      onClose={onClose}
      save={record ? 'Update' : 'Create'}
      fieldsClassName="space-y-4"
    >
      {entity.fields({ labels, optional, defaults, errors: form.fields })}
    </FormDialog>
  )
}
