import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'
import { declineReasonIds } from './decline-reasons.ts'

/**
 * Counts of the applications for one institution, course or department. `_id` is null for the
 * applications that have none.
 */
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
  /** Applications received since `recentSince`, which is 30 days ago, at a whole minute. */
  recentAttachments: z.number(),
  recentSince: timestamp,
  acceptedAttachments: z.number(),
  archivedAttachments: z.number(),
  /** Erased applications also count as archived. */
  erasedAttachments: z.number(),
  /** Declined and withdrawn applications also count as archived. */
  declinedAttachments: z.number(),
  withdrawnAttachments: z.number(),
  /** The number of declines for every reason, in the order of `declineReasons`. */
  declinedBreakdown: z.array(z.object({ reason: z.enum(declineReasonIds), count: z.number() })),
  departmentBreakdown: z.array(z.object({ department: z.string(), ...share })),
  /** `label` names the institution, too, if another institution has a course of this label. */
  courseBreakdown: z.array(z.object({ course: z.string(), label: z.string(), ...share })),
  institutionBreakdown: z.array(
    z.object({ institution: z.string(), ...share, pending: z.number() }),
  ),
  /**
   * Applications received in each of the last 26 weeks, oldest week first. `week` is the date of
   * the week's Monday in Kenya.
   */
  weeklyApplications: z.array(z.object({ week: z.string(), count: z.number() })),
  totalUsers: z.number(),
  totalInstitutions: z.number(),
  totalCourses: z.number(),
  totalDepartments: z.number(),
})

export const analyticsAnswer = z.object({ success: z.literal(true), data: analytics })

export type Analytics = z.infer<typeof analytics>
