import * as z from 'zod/mini'
import { id, timestamp } from './fields.ts'
import { declineReasonIds } from './decline-reasons.ts'

/** `_id` is null for applications without such a reference. */
const share = {
  _id: z.nullable(id),
  count: z.number(),
  accepted: z.number(),
  acceptanceRate: z.number(),
}

/** Figures of the dashboard. Rates are percentages with one decimal. */
const analytics = z.object({
  totalAttachments: z.number(),
  acceptanceRate: z.number(),
  pendingAttachments: z.number(),
  /** Received in the last 30 days, from the whole minute `recentSince`. */
  recentAttachments: z.number(),
  recentSince: timestamp,
  acceptedAttachments: z.number(),
  archivedAttachments: z.number(),
  /** Erased applications; they also count as archived. */
  erasedAttachments: z.number(),
  /** Subset of the archived ones. */
  declinedAttachments: z.number(),
  withdrawnAttachments: z.number(),
  /** Every reason, in the order of the select. */
  declinedBreakdown: z.array(z.object({ reason: z.enum(declineReasonIds), count: z.number() })),
  departmentBreakdown: z.array(z.object({ department: z.string(), ...share })),
  courseBreakdown: z.array(z.object({ course: z.string(), ...share })),
  institutionBreakdown: z.array(
    z.object({ institution: z.string(), ...share, pending: z.number() }),
  ),
  /** Received in each of the last 26 weeks, oldest first; `week` is its Monday in Kenya. */
  weeklyApplications: z.array(z.object({ week: z.string(), count: z.number() })),
  totalUsers: z.number(),
  totalInstitutions: z.number(),
  totalCourses: z.number(),
  totalDepartments: z.number(),
})

export const analyticsAnswer = z.object({ success: z.literal(true), data: analytics })

export type Analytics = z.infer<typeof analytics>
