import { styled } from './styled.ts'

export const Skeleton = styled('span', 'block h-4 animate-pulse rounded-sm bg-sand-200', {
  'aria-hidden': true,
})
