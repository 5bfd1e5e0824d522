import type { IntakeState } from '../../../contract/intake/intake.ts'
import { Badge } from '../../ui/badge.tsx'

export const intakeStateLabels: Record<IntakeState, string> = {
  planned: 'Planned',
  open: 'Open',
  closed: 'Closed',
  running: 'Running',
  ended: 'Ended',
}

const tones = {
  planned: 'waiting',
  open: 'good',
  closed: 'neutral',
  running: 'good',
  ended: 'neutral',
} as const

export function IntakeStateBadge({ state }: { state: IntakeState }) {
  return <Badge tone={tones[state]}>{intakeStateLabels[state]}</Badge>
}
