import { styled } from './styled.ts'

export const Card = styled('div', 'rounded-lg border border-line bg-white')
