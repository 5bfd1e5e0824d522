import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter, focusDialog } from '../../ui/dialog.tsx'
import { isSame, wordsOf } from './record-values.ts'
import type { Conflict, Editor } from './use-editor.ts'

interface ConflictDialogProps {
  conflict: Conflict
  editor: Editor
  /** Labels of all fields that can differ, including fields that the form does not show. */
  labels: Record<string, string>
  words?: ((value: unknown, name: string) => string) | undefined
}

/** Edit conflict: shows the stored values beside the values that the user tried to save. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { conflict, editor, labels, words = wordsOf } = props
  const { theirs } = conflict
  const before = editor.record ? editor.toValues(editor.record) : {}
  const mine = { ...before, ...conflict.mine }
  const stored = editor.toValues(theirs)
  const fields = Object.keys(labels).filter((name) => !isSame(mine[name], stored[name]))
  return (
    <Dialog open onOpenChange={editor.closeConflict}>
      <DialogContent
        role="alertdialog"
        className="max-w-2xl"
        title="Somebody else has changed this meanwhile"
        description="Nothing has been overwritten. Compare, then choose."
        onOpenAutoFocus={focusDialog}
      >
        <DialogBody>
          {fields.length === 0 ? <p>Both of you have saved the same.</p> : null}
          <dl className="space-y-4">
            {fields.map((name) => (
              <div key={name}>
                <dt className="font-semibold">{labels[name]}</dt>
                <dd className="mt-1 grid gap-2 text-sm sm:grid-cols-2">
                  <Version whose="Theirs" text={words(Object(theirs)[name], name)} />
                  <Version
                    whose={isSame(mine[name], before[name]) ? 'Yours, as it was before' : 'Yours'}
                    text={shownIn(name) ?? words(mine[name], name)}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </DialogBody>
        <DialogFooter className="items-center">
          <p className="mr-auto basis-60 text-sm text-muted">
            “Keep mine” saves what you have changed. What only they have changed stays as they saved
            it.
          </p>
          <Button variant="outline" onClick={editor.takeTheirs}>
            Take theirs
          </Button>
          <Button onClick={editor.keepMine}>Keep mine</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

function Version({ whose, text }: { whose: string; text: string }) {
  return (
    <div className="rounded-md border border-line bg-white px-3 py-2">
      <p className="text-xs text-muted">{whose}</p>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    </div>
  )
}

/** The text of the selected option, if the field is a select; its value would be an id. */
function shownIn(name: string) {
  const control = document.getElementById(name)
  return control instanceof HTMLSelectElement ? control.selectedOptions[0]?.text : undefined
}
