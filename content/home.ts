export const home = {
  title: 'Empowering Youth For a Brighter Future',
  lead: 'On the Swahili coast, people aged 18 to 35 learn a craft, build with technology and start what they dream of: with a desk, a mentor and a community beside them.',
  buttons: [
    { name: 'Our Programs', href: '/programs' },
    { name: 'Learn More', href: '/about' },
    { name: 'Careers', href: '/careers' },
  ],
  jina: { words: 'Elimu haina mwisho', meaning: 'Learning has no end' },
  attachment: {
    title: 'A student looking for an attachment?',
    text: 'Spend three to six months with a team that builds, designs, broadcasts or organises for the community. The application takes about fifteen minutes on a phone.',
    link: { name: 'Industrial Attachment Program', href: '/industrial-attachment' },
  },
}
