/** Texts that a local newspaper may have printed. */

const paragraphs = (text: string): readonly string[] => text.trim().split(/\s*\n\s*\n\s*/);

export const BRIDGE = paragraphs(`
  The first bus crossed at ten past six, nearly empty, with its lights still on. By half past seven there was a queue of bicycles at the eastern ramp, and by eight somebody had tied a balloon to the railing. After four years of detours, the new bridge over the Amber is open.

  It replaces a span of 1931 that was closed overnight when divers found cracks below the waterline. Since then everybody who lives in Eastbank and works in town has gone round by the locks: eleven minutes more on a good day, forty when a barge was in the way.

  “I had forgotten that you can hear the market from here,” said Maryam Osei, who runs the bakery on Ferry Street and lost a third of her customers when the old bridge shut. She had brought two trays of buns for the crew, and had none left by nine.

  The council had promised the bridge for the spring of last year. Then the price of steel rose, a pier turned out to stand on an old wreck, and the harbour museum asked for six weeks to look at it. Its bell, cast in 1742, will be shown from October.

  What it cost in the end is not yet known. The budget was 31 million; the treasurer expects 36, of which the region pays half. The opposition wants to see every bill, and has called a meeting for the second week of next month.

  Engineers say that it should stand for 120 years. The deck can be raised by a metre if the river does what the models say it might, and the lamps are dimmed from midnight because of the bats that live under the northern arch.

  Buses of lines 4 and 9 take their old route again from Monday. The ferry, which the town had rented from a company upriver, leaves on Sunday evening with a brass band on board; tickets were gone within an hour.

  For the children of the Eastbank school the bridge means another twenty minutes of sleep. They have been asked what it should be called, and the list on the wall of the school hall has 64 names so far. “Bridgey” leads, ahead of a footballer and a dog.

  Not everybody is glad. On the quay below the ramp, where it has been quiet for four years, a reading group used to meet on warm evenings, and herons had moved in among the moored boats. “They will find another place,” said the harbour master, “and so will the readers.”

  The traffic department counts for a month before it decides whether cars may cross at all hours. Until then there is a trial: cyclists, walkers and buses at any time, everybody else between nine and four. Signs are up at both ends, and a warden is there for the first week.
`);

export const LETTERS = paragraphs(`
  The archive of the harbour office was a room without a window, and for most of the last century nobody asked for it to be opened. When the roof above it had to be mended, two clerks carried 212 boxes into the corridor, and one of them fell.

  What slid across the floor were letters: sailors' letters, unopened, posted in eleven countries and never handed on. The oldest is of 1898. Most were held back because a penny was missing.

  Since March a group of volunteers has been reading them, with the consent of the families that could be found. They meet on Thursdays, and bring their own lamps.
`);

export const FERRY = paragraphs(`
  There is a bench on the upper deck that is said to be lucky. Nobody remembers why, but it is taken first.

  On her last working day the Marigold made fourteen crossings and carried 3,106 people, a dog show's worth of dogs and one piano. The piano was for a wedding, and it was played on the way.
`);

export const SOUP = paragraphs(`
  Cut the pumpkin into pieces as large as a thumb, skin and all, and let them brown slowly with the onions. That takes a quarter of an hour, and is most of the taste.

  Pour a litre of broth over it, let it simmer until nothing resists a spoon, and make it smooth. The lock keeper adds a little nutmeg, and serves it with the bread of the day before.
`);

export const WALKS = [
  {
    headline: 'The lighthouse path',
    painting: 'lighthouse',
    body: 'Four kilometres along the edge of the cliff, best in the last hour of light. The gate at the end is open until the lamp is lit.',
  },
  {
    headline: 'Up to High Moor',
    painting: 'moor',
    body: 'A steady climb through the old orchards. On clear days you can count the seven church towers, and on the others you will hear them.',
  },
  {
    headline: 'Round the old town',
    painting: 'market',
    body: 'Begin at the fish market, follow the gutter that runs uphill, and stop where it smells of bread.',
  },
] as const;

export const BRIEFS: readonly (readonly [headline: string, subheadline: string])[] = [
  ['Storm warning for the outer harbour until Saturday noon', 'Ferries to the islands do not run'],
  ['Library opens on Sundays again', 'Volunteers take the desk from one to five'],
  ['Fish market gets a roof of glass', 'Work begins after the herring season'],
  ['Two seals named after their rescuers', 'Both are to be let go in June'],
  ['Night train to the capital stops here from December', 'One minute, at 4.12 in the morning'],
  ['School orchestra wins in the north', 'They had practised in the boat shed'],
  ['Swimming lessons for every child of eight', 'The pool is open an hour earlier'],
];

export const WORDS_OF_AUTHOR =
  '<p>Ann Lindqvist writes about the river, and about what people build beside it. She came for a summer in 2009.</p>';
