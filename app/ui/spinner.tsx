import { styled } from './styled.ts'

/** Decoration: text beside it must say what is loading. */
export const Spinner = styled(
  'span',
  'inline-block size-5 shrink-0 animate-spin rounded-full border-3 border-current border-r-transparent',
  { 'aria-hidden': true },
)
