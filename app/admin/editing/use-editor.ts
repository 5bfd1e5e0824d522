import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { toast } from 'sonner'
import type * as z from 'zod/mini'

import { ApiError, sentenceOf } from '../../api/call.ts'
import { isExpiry } from '../../api/session.ts'
import type { Values } from '../../forms/fields.tsx'
import type { Payload } from '../../forms/payload.ts'
import { type Messages, useForm } from '../../forms/use-form.ts'
import { isSame, valuesOf } from './record-values.ts'
import { useIsOpen } from './use-is-open.ts'

/** A stored record. Its `updatedAt` is the version for the optimistic lock. */
export interface Existing {
  _id: string
  updatedAt: string
}

interface EditorOptions<Schema extends z.ZodMiniType> {
  schema: Schema
  /** Names of the form's checkboxes. */
  flags?: readonly string[]
  /** The record to edit; null creates a new one. */
  record: Existing | null
  /** Initial values of a new record. */
  defaults?: Values
  /** Converts a record to the values that the schema returns; by default only references. */
  toValues?: (record: Existing) => Values
  invalid?: (values: Payload, fields: Messages<never>) => string
  /**
   * Stores the record and returns it. `read` is the record as it was when the edit started. Only with a
   * returned record can the form stay open for what was typed meanwhile.
   */
  save: (answers: z.output<Schema>, read: Existing | null) => Promise<unknown>
  /** Toast after a successful save; without it `onSaved` says so. */
  saved?: string
  /** Toast if the server's error has no message. */
  failed: string
  /** Called with what `save` has returned, unless the form was closed or went on meanwhile. */
  onSaved: (stored: unknown) => void
  onRefused?: (fields: Messages<never>, form: HTMLFormElement) => void
}

/** Edit conflict: the record that somebody else stored, and the values that were not saved. */
export interface Conflict {
  theirs: Existing
  mine: Values
  form: Sent
}

/** The state of a form when it was sent: its valid answers, and the content of its controls. */
interface Sent {
  answers: Values
  content: string | null
}

export type Editor = ReturnType<typeof useEditor>

/**
 * Validates and saves one record. The optimistic lock prevents overwriting another person's save.
 * Give the result's `key` to the fields, so that they remount with another stored record.
 */
export function useEditor<Schema extends z.ZodMiniType>(options: EditorOptions<Schema>) {
  const { schema, flags = [], save, saved, failed, onSaved, onRefused } = options
  const toValues = options.toValues ?? valuesOf
  const queryClient = useQueryClient()
  const [record, setRecord] = useState(options.record)
  const [shown, setShown] = useState(options.record)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const edited = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  /** The answers of the last save that left the form open. The next save changes what differs from them. */
  const base = useRef<Values>(null)
  const isKeeping = useRef(false)
  const isOpen = useIsOpen()

  const form = useForm({
    schema,
    flags,
    invalid: options.invalid ?? '',
    fallback: '',
    send: (answers) => {
      const mine = answers as Values
      return store(
        base.current && record ? merge(base.current, toValues(record), mine) : mine,
        record,
        { answers: mine, content: contentOf(element.current) },
      )
    },
    onRefused,
  })

  async function store(mine: Values, read: Existing | null, sent: Sent) {
    let stored: unknown
    try {
      stored = await save(mine as z.output<Schema>, read)
    } catch (error) {
      const theirs = error instanceof ApiError ? error.current : undefined
      if (theirs) {
        return setConflict({ theirs: theirs as unknown as Existing, mine, form: sent })
      }
      if (!isExpiry(error)) toast.error(sentenceOf(error, failed))
      throw new ApiError(0, '', error instanceof ApiError ? { fields: error.fields } : {})
    }
    const isTypedMeanwhile = isOpen.current && contentOf(element.current) !== sent.content
    if (isTypedMeanwhile && isExisting(stored)) {
      setRecord(stored)
      base.current = sent.answers
      toast.info('Saved without what you have typed meanwhile. Save again.')
    } else {
      edited.current = false
      if (saved) toast.success(saved)
      if (isOpen.current) onSaved(stored)
      // A form that stays open has what was typed while it was being saved.
      edited.current = isTypedMeanwhile
    }
    // Not awaited: a form that stays open can be saved again at once.
    void queryClient.invalidateQueries()
  }

  /** Shows a stored record in place of what was typed. */
  function show(stored: Existing) {
    setRecord(stored)
    setShown(stored)
    base.current = null
    edited.current = false
  }

  return {
    form,
    /** The stored record that the next save is based on. */
    record,
    key: shown?.updatedAt ?? 'new',
    /** The values with which the fields began. */
    defaults: shown ? toValues(shown) : (options.defaults ?? {}),
    toValues,
    /** True while the form has unsaved edits. */
    edited,
    conflict,
    props: {
      ...form.props,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        element.current = event.currentTarget
        if (isKeeping.current) return event.preventDefault()
        return form.props.onSubmit(event)
      },
      onChange: (event: ChangeEvent<HTMLFormElement>) => {
        edited.current = true
        form.props.onChange(event)
      },
    },
    closeConflict: () => setConflict(null),
    /** Goes on from another stored record, after a save that keeps the form open. */
    goOnFrom: show,
    /** Discards the user's edit and restarts from the stored record. */
    takeTheirs: () => {
      if (conflict) show(conflict.theirs)
      setConflict(null)
    },
    /** Saves the fields that the user changed; all other fields keep their stored values. */
    keepMine: () => {
      if (!conflict || !record) return
      const { theirs, mine } = conflict
      setConflict(null)
      isKeeping.current = true
      void store(merge(toValues(record), toValues(theirs), mine), theirs, conflict.form)
        .catch((error: ApiError) => form.setErrors({ message: '', fields: error.fields ?? {} }))
        .finally(() => {
          isKeeping.current = false
        })
    },
  }
}

function merge(before: Values, theirs: Values, mine: Values): Values {
  return Object.fromEntries(
    Object.entries(mine).map(([name, value]) => [
      name,
      isSame(value, before[name]) ? theirs[name] : value,
    ]),
  )
}

function isExisting(stored: unknown): stored is Existing {
  return typeof stored === 'object' && stored !== null && '_id' in stored && 'updatedAt' in stored
}

/** The content of a form's controls, for comparisons. */
function contentOf(form: HTMLFormElement | null) {
  return form && JSON.stringify([...new FormData(form)])
}
