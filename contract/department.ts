import * as z from 'zod/mini'
import { listQuery } from './endpoint.ts'
import { id, line, nameLine, optionalLine, optionalParagraph, timestamp } from './fields.ts'

export const department = z.object({
  _id: id,
  name: z.string(),
  code: z.string(),
  headOfDepartment: z.nullable(z.string()),
  description: z.nullable(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const departmentInput = z.object({
  name: nameLine(),
  code: line('Required', 20),
  headOfDepartment: optionalLine(),
  description: optionalParagraph(),
})

export const departmentQuery = listQuery(['name', 'code', 'headOfDepartment', 'createdAt'])

export type Department = z.infer<typeof department>
