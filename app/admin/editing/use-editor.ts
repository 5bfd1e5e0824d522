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

/** A record as it was read, to be changed. */
export interface Existing {
  _id: string
  updatedAt: string
}

interface EditorOptions<Schema extends z.ZodMiniType> {
  schema: Schema
  /** The form's checkboxes. */
  flags?: readonly string[]
  /** What is changed; null for a new record. */
  record: Existing | null
  /** What a new record starts with. */
  defaults?: Values
  invalid?: (values: Payload, fields: Messages) => string
  /** Stores it; `read` is the record that the change started from. */
  save: (answers: z.output<Schema>, read: Existing | null) => Promise<unknown>
  /** The sentences of success, and of a failure where the server gave none. */
  saved: string
  failed: string
  onSaved: () => void
  onRefused?: (fields: Messages, form: HTMLFormElement) => void
}

/** Two changes of the same record: the stored one, and the one that came too late. */
export interface Conflict {
  theirs: Existing
  mine: Values
}

export type Editor = ReturnType<typeof useEditor>

/**
 * The form of a record: checked, saved once, and never over what somebody else has saved
 * meanwhile. Give the fields `key`, so that they start anew with another state of the record.
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
    /** Starts anew from what is stored. */
    takeTheirs: () => {
      if (conflict) setRecord(conflict.theirs)
      edited.current = false
      setConflict(null)
    },
    /** Stores what was changed here over it; what only they have changed stays theirs. */
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
