/** The fields of a complete event. */
export const event = {
  title: 'Ngoma Night',
  description: 'Three drum groups.\n- **Bring** a [friend](/contact)',
  date: '2100-12-01',
  lastDay: null,
  time: '6 pm to midnight',
  location: 'The sea wall stage',
  capacity: 200,
  image: { src: '/images/events/coast-tech-day.webp', width: 640, height: 400, alt: 'Drums' },
}
