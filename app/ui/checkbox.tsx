import { styled } from './styled.ts'

export const Checkbox = styled('input', 'size-6 shrink-0 accent-lagoon-800', { type: 'checkbox' })
