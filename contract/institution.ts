import * as z from 'zod/mini'
import { listQuery } from './endpoint.ts'
import { choice, id, nameLine, timestamp } from './fields.ts'
import { counties } from './constants.ts'

export const institution = z.object({
  _id: id,
  name: z.string(),
  county: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const institutionInput = z.object({
  name: nameLine(),
  county: choice(counties),
})

export const institutionQuery = listQuery(['name', 'county', 'createdAt'])

export type Institution = z.infer<typeof institution>
