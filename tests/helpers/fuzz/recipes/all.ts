import type { Recipes } from '#tests/helpers/fuzz/stage.ts';
import { accountRecipes } from './accounts.ts';
import { classRecipes } from './classes.ts';
import { moneyRecipes } from './money.ts';
import { passkeyRecipes } from './passkeys.ts';
import { peopleRecipes } from './people.ts';
import { safekeepingRecipes } from './safekeeping.ts';
import { stockRecipes } from './stock.ts';

/** What each route needs that the API document cannot say, by method and path. */
export const allRecipes = (folder: string): Recipes => ({
  ...accountRecipes,
  ...passkeyRecipes,
  ...peopleRecipes,
  ...classRecipes,
  ...stockRecipes,
  ...moneyRecipes,
  ...safekeepingRecipes(folder),
});
