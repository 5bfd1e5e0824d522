import { request } from '../../api/session.ts'
import { DialogBody } from '../../ui/dialog.tsx'
import { EditDialog } from '../editing/edit-dialog.tsx'
import { EditFooter } from '../editing/edit-footer.tsx'
import type { Entity, NamedRecord, RecordDialogProps } from './entity.ts'
import { focusInvalid } from '../editing/first-invalid.ts'
import { useEditor } from '../editing/use-editor.ts'

interface EntityDialogProps<Row extends NamedRecord> extends RecordDialogProps<Row> {
  entity: Entity<Row>
}

/** The form of one record. The browser checks that required fields are filled in. */
export function EntityDialog<Row extends NamedRecord>(props: EntityDialogProps<Row>) {
  const { entity, record, onClose } = props
  const { calls, one, labels, optional = [] } = entity
  const editor = useEditor({
    schema: calls.create.body,
    record,
    defaults: entity.defaults ?? {},
    save: (answers, read) =>
      read
        ? request(calls.update, {
            params: { _id: read._id },
            body: { ...answers, updatedAt: read.updatedAt },
          })
        : request(calls.create, { body: answers }),
    saved: `${one} ${record ? 'updated' : 'created'} successfully`,
    failed: `Failed to save ${one.toLowerCase()}`,
    onSaved: onClose,
    onRefused: focusInvalid,
  })
  const { form, defaults } = editor
  return (
    <EditDialog
      title={record ? `Edit ${one}` : `Add ${one}`}
      editor={editor}
      labels={labels}
      onClose={onClose}
    >
      <form {...editor.props} noValidate={false} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="space-y-4" key={editor.key}>
          {entity.fields({ labels, optional, defaults, errors: form.fields })}
        </DialogBody>
        <EditFooter save={record ? 'Update' : 'Create'} isSending={form.sending} />
      </form>
    </EditDialog>
  )
}
