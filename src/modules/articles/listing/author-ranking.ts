/** Ranking of authors by the views of their posts. */
export abstract class AuthorRanking {
  /**
   * Ids of authors by the views of their published posts in a period whose totals are kept, the most viewed
   * first; those whom nobody has read are left out.
   *
   * @param ids only these
   */
  abstract list(periodHours: number, limit: number, ids?: readonly number[]): Promise<number[]>;
}
