import * as z from 'zod/mini'
import { id, nameRef, paragraph, timestamp } from '../fields.ts'

/** The author may delete a note for this long (in milliseconds). */
export const noteDeletable = 60 * 60 * 1000

/** A private note of staff on an application. */
export const note = z.object({
  _id: id,
  createdAt: timestamp,
  /** Null if an earlier version deleted the user. */
  author: nameRef,
  text: z.string(),
})

export const noteInput = z.object({ text: paragraph('Required', 5000) })

/** The path of one note: the application and the note. */
export const noteParams = z.object({ _id: id, note: id })

export type Note = z.infer<typeof note>
