import { navigation } from './navigation.ts'

/** Band on the home page and on the page of the impact. */
export const support = {
  title: 'Support us',
  text: 'A month of bus fares, a laptop that ten people share, a roof over the stage: choose what your gift pays for.',
  link: navigation.donate,
}
