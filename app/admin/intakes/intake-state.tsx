import type { IntakeState } from '../../../contract/intake/intake.ts'
import { Badge } from '../../ui/badge.tsx'

const states = {
  planned: { tone: 'waiting', label: 'Planned' },
  open: { tone: 'good', label: 'Open' },
  closed: { tone: 'neutral', label: 'Closed' },
  running: { tone: 'good', label: 'Running' },
  ended: { tone: 'neutral', label: 'Ended' },
} as const satisfies Record<IntakeState, object>

export const intakeStateLabel = (state: IntakeState) => states[state].label

export function IntakeStateBadge({ state }: { state: IntakeState }) {
  return <Badge tone={states[state].tone}>{states[state].label}</Badge>
}
