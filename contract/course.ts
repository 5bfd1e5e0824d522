import * as z from 'zod/mini'
import { listQuery } from './endpoint.ts'
import { choice, id, nameLine, nameRef, oneOf, reference, timestamp } from './fields.ts'
import { certifications } from './constants.ts'

export const course = z.object({
  _id: id,
  name: z.string(),
  /** The name, with the certification if the institution has another course of this name. */
  label: z.string(),
  institution: nameRef,
  certification: choice(certifications),
  createdAt: timestamp,
  updatedAt: timestamp,
})

/** The course of an application. Screens show its label. */
export const courseRef = z.nullable(
  z.pick(course, { _id: true, name: true, label: true, certification: true }),
)

export const courseInput = z.object({
  name: nameLine(),
  institution: reference(),
  certification: choice(certifications),
})

export const courseQuery = z.extend(
  listQuery(['name', 'institution', 'certification', 'createdAt']),
  {
    institution: z.optional(id),
    certification: z.optional(oneOf(certifications)),
  },
)

export type Course = z.infer<typeof course>
