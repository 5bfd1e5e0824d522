import * as z from 'zod/mini'
import { listQuery } from './endpoint.ts'
import { type Language, nameIn } from './language/languages.ts'
import { id, line, nameLine, optionalLine, optionalParagraph, timestamp } from './fields.ts'

export const department = z.object({
  _id: id,
  name: z.string(),
  /** The name in Kiswahili. Without it, `name` is shown. */
  name_sw: z.nullable(z.string()),
  code: z.string(),
  headOfDepartment: z.nullable(z.string()),
  description: z.nullable(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const departmentInput = z.object({
  name: nameLine(),
  name_sw: optionalLine(),
  code: line('Required', 20),
  headOfDepartment: optionalLine(),
  description: optionalParagraph(),
})

export const departmentQuery = listQuery(['name', 'code', 'headOfDepartment', 'createdAt'])

interface DepartmentOf {
  department?: string | null
  /** The name in Kiswahili. */
  department_sw?: string | null
}

/** The name of the department of a letter, message or status in a language; null without one. */
export function departmentIn(
  language: Language,
  { department: name, department_sw }: DepartmentOf,
) {
  return name ? nameIn(language, { name, name_sw: department_sw ?? null }) : null
}

export type Department = z.infer<typeof department>
