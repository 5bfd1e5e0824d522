import * as z from 'zod/mini'
import { courseInput } from '../course.ts'
import { reference } from '../fields.ts'
import { institutionInput } from '../institution.ts'

/**
 * Replacements of the names that an applicant has typed: records of the list, or new ones with
 * these values.
 */
export const unlistedInput = z
  .object({
    institution: z.nullish(
      z.union(
        [reference(), institutionInput],
        'Choose from the list, or give a name and one of the 47 counties',
      ),
    ),
    course: z.nullish(
      z.union(
        [reference(), z.omit(courseInput, { institution: true })],
        'Choose from the list, or give a name and a certification',
      ),
    ),
  })
  .check(
    z.refine(({ institution, course }) => Boolean(institution ?? course), {
      path: ['course'],
      error: 'Required',
    }),
  )

export type UnlistedInput = z.output<typeof unlistedInput>
