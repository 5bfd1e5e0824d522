import * as z from 'zod/mini'
import { id } from './fields.ts'

/** The steps of the funnel of an intake. Each application of a step is in all earlier steps, too. */
export const funnelSteps = {
  applied: 'Applications of this intake, without those that were erased.',
  offered: 'Applications that were ever offered a place.',
  confirmed: 'Applicants who have confirmed the place and still have it.',
  started: 'Confirmed applicants whose attachment has begun.',
  completed: 'Attachments that have reached their last day and were not broken off.',
} as const

export type FunnelStep = keyof typeof funnelSteps
export const funnelStepNames = Object.keys(funnelSteps) as FunnelStep[]

export const funnelGroups = ['department', 'institution', 'county', 'gender'] as const

/** A number below this is hidden in what leaves the foundation: it could tell who is meant. */
export const smallestShown = 5

const counts = {
  applied: z.number(),
  offered: z.number(),
  confirmed: z.number(),
  started: z.number(),
  completed: z.number(),
} satisfies Record<FunnelStep, z.ZodMiniType<number>>

/** The funnel of an intake. The groups of each breakdown are sorted by `applied`, largest first. */
export const funnel = z.object({
  intake: z.object({ _id: id, name: z.string() }),
  total: z.object(counts),
  places: z.number(),
  taken: z.number(),
  waiting: z.number(),
  breakdowns: z.record(z.enum(funnelGroups), z.array(z.object({ name: z.string(), ...counts }))),
})

export type Funnel = z.infer<typeof funnel>
export type FunnelGroup = (typeof funnelGroups)[number]
