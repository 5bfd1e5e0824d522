import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { api } from '../../../../contract/api.ts'
import { type Note, noteDeletable, noteInput } from '../../../../contract/application/note.ts'
import { queryOf, request } from '../../../api/session.ts'
import { useHoldSession } from '../../../lib/hold-session.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { RecordSection } from '../../activity/record-section.tsx'
import { DateTime } from '../../date-time.tsx'
import { draftOf, keepDraft, useDraft } from '../../editing/use-draft.ts'
import { useItemFocus } from '../../lists/item-focus.ts'
import { useAction } from '../../use-action.ts'
import { useMe } from '../../use-me.ts'

/** Private notes on an application. A new note is shown at once, before the server has it. */
export function StaffNotes({ applicationId: _id }: { applicationId: string }) {
  const { data: me } = useMe()
  const queryClient = useQueryClient()
  const key = ['notes', 'of', _id]
  const query = useQuery(queryOf(key, api.attachments.notes, { params: { _id } }))
  const field = `note ${_id}`
  const [text, setText] = useDraft(field)
  const [error, setError] = useState('')
  const [unsaved, setUnsaved] = useState<string>()
  useHoldSession(unsaved !== undefined)
  const focus = useItemFocus<HTMLOListElement>()
  const add = useAction({
    do: async (note: string) => {
      setUnsaved(note)
      try {
        const saved = await request(api.attachments.addNote, {
          params: { _id },
          body: { text: note },
        })
        // The refetch that follows may take long.
        queryClient.setQueryData<Note[]>(key, (notes) => notes && withNote(notes, saved))
        return saved
      } catch (failure) {
        returnToDraft(field, note)
        setText(draftOf(field))
        throw failure
      } finally {
        setUnsaved(undefined)
      }
    },
    done: 'Note added',
    failed: 'Failed to save the note. Your text is still in the box.',
  })
  const remove = useAction({
    do: async ({ _id: note }: Note) => {
      const removed = await request(api.attachments.removeNote, { params: { _id, note } })
      queryClient.setQueryData<Note[]>(key, (notes) => notes?.filter((one) => one._id !== note))
      return removed
    },
    done: ({ message }) => message,
    undo:
      (_answer, { text: deleted }) =>
      () =>
        add.mutate(deleted),
    failed: 'Failed to delete the note',
  })

  function type(next: string) {
    setText(next)
    setError('')
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (unsaved !== undefined) return
    const { success, data, error: invalid } = noteInput.safeParse({ text })
    if (!success) return setError(invalid.issues[0]?.message ?? '')
    type('')
    add.mutate(data.text)
  }

  return (
    <RecordSection title="Notes" query={query} failure="Failed to load the notes">
      <p className="text-sm text-muted">
        Only staff see these, unless the applicant asks for a copy.
      </p>
      <ol {...focus.part} className="mt-1 divide-y divide-sand-200 text-sm">
        {query.data?.map((note) => (
          <li key={note._id} {...focus.item(note._id)} className="py-2">
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {note.text}
            </p>
            <p className="flex flex-wrap items-center gap-x-2 text-muted">
              {note.author?.name ?? 'A former user'}, <DateTime of={note.createdAt} />
              {isDeletableBy(me?._id, note) ? (
                <Button
                  size="sm"
                  variant="ghost"
                  isBusy={remove.isPending && remove.variables._id === note._id}
                  onClick={() => remove.mutate(note)}
                >
                  Delete<span className="sr-only"> the note “{note.text.slice(0, 40)}”</span>
                </Button>
              ) : null}
            </p>
          </li>
        ))}
        {unsaved === undefined ? null : (
          <li className="py-2 text-muted">
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {unsaved}
            </p>
            <p>Saving…</p>
          </li>
        )}
      </ol>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- letters typed here are no shortcuts */}
      <form
        noValidate
        className="mt-2"
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          submit(event)
        }}
      >
        <label htmlFor="note" className="text-sm font-semibold">
          New note
        </label>
        <Textarea
          id="note"
          rows={2}
          className="mt-1 text-sm"
          value={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'note-error' : undefined}
          onChange={({ target }) => type(target.value)}
        />
        <FieldError id="note-error">{error}</FieldError>
        <Button size="sm" variant="outline" className="mt-2" type="submit">
          Add note
        </Button>
      </form>
    </RecordSection>
  )
}

/** The notes with the saved one at the end. The reply to a text that was sent twice has the same note. */
function withNote(notes: Note[], saved: Note) {
  return [...notes.filter((note) => note._id !== saved._id), saved]
}

/** The author may delete a note for an hour. The server checks this, too. */
function isDeletableBy(user: string | undefined, { author, createdAt }: Note) {
  return user !== undefined && author?._id === user && Date.parse(createdAt) + noteDeletable > now()
}

const now = () => Date.now()

/** Puts a text that could not be saved before whatever was typed meanwhile. */
function returnToDraft(field: string, text: string) {
  keepDraft(field, [text, draftOf(field)].filter(Boolean).join('\n\n'))
}
