import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useCallback, useRef, useState } from 'react'
import { toast } from 'sonner'
import type * as z from 'zod/mini'

import { ApiError, sentenceOf } from '../../api/call.ts'
import { isExpiry } from '../../api/session.ts'
import type { Values } from '../../forms/fields.tsx'
import type { Payload } from '../../forms/payload.ts'
import { type Messages, useForm } from '../../forms/use-form.ts'
import { isSame, valuesOf } from './record-values.ts'

/** A stored record with its version, for the optimistic lock. */
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
  invalid?: (values: Payload, fields: Messages) => string
  /** Stores the record; `read` is the version that the edit started from. */
  save: (answers: z.output<Schema>, read: Existing | null) => Promise<unknown>
  /** Toast texts: success, and failure when the server sent no sentence. */
  saved: string
  failed: string
  onSaved: () => void
  onRefused?: (fields: Messages, form: HTMLFormElement) => void
}

/** Edit conflict: the stored record, and the rejected edit. */
export interface Conflict {
  theirs: Existing
  mine: Values
}

export type Editor = ReturnType<typeof useEditor>

/**
 * Editor of one record: validates, saves once, and never overwrites another person's save. Give the
 * fields `key`, so that they remount when the base record changes.
 */
export function useEditor<Schema extends z.ZodMiniType>(options: EditorOptions<Schema>) {
  const { schema, flags = [], save, saved, failed, onSaved, onRefused } = options
  const queryClient = useQueryClient()
  const [record, setRecord] = useState(options.record)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const edited = useRef(false)

  const form = useForm({
    schema,
    flags,
    invalid: options.invalid ?? '',
    fallback: '',
    send: (answers) => store(answers, record),
    onRefused,
  })

  async function store(answers: z.output<Schema>, read: Existing | null) {
    try {
      await save(answers, read)
    } catch (error) {
      const theirs = error instanceof ApiError ? error.current : undefined
      if (theirs) {
        return setConflict({ theirs: theirs as unknown as Existing, mine: answers as Values })
      }
      if (!isExpiry(error)) toast.error(sentenceOf(error, failed))
      throw new ApiError(0, '', error instanceof ApiError ? { fields: error.fields } : {})
    }
    edited.current = false
    toast.success(saved)
    onSaved()
    await queryClient.invalidateQueries()
  }

  return {
    form,
    record,
    key: record?.updatedAt ?? 'new',
    defaults: record ? valuesOf(record) : (options.defaults ?? {}),
    isEdited: useCallback(() => edited.current, []),
    forget: () => {
      edited.current = false
    },
    conflict,
    props: {
      ...form.props,
      onChange: (event: ChangeEvent<HTMLFormElement>) => {
        edited.current = true
        form.props.onChange(event)
      },
    },
    closeConflict: () => setConflict(null),
    /** Discards the edit and restarts from the stored record. */
    takeTheirs: () => {
      if (conflict) setRecord(conflict.theirs)
      edited.current = false
      setConflict(null)
    },
    /**
     * Saves the fields changed here over the stored record; other fields keep their stored values.
     */
    keepMine: () => {
      if (!conflict || !record) return
      const { theirs, mine } = conflict
      setConflict(null)
      void store(merge(valuesOf(record), valuesOf(theirs), mine) as z.output<Schema>, theirs).catch(
        () => {},
      )
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
