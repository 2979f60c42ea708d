import type { LinkedItem } from '../../../domain/page-facts.js';
import { isItem, itemsOf, textIn, textOf, typesOf, valuesOf } from './linked-values.js';
import { known } from '../text.js';

const MAX_INGREDIENTS = 100;
const MAX_STEPS = 50;
const MAX_LINE_CHARACTERS = 1000;

/** Ingredients and times of a recipe. */
export function recipeOf(item: LinkedItem): Record<string, unknown> {
  return known({
    name: textOf(item, ['name', 'headline']),
    ingredients: lines(valuesOf(item, 'recipeIngredient', 'ingredients'), MAX_INGREDIENTS),
    instructions: lines(steps(valuesOf(item, 'recipeInstructions')), MAX_STEPS),
    prep_time: textOf(item, ['prepTime']),
    cook_time: textOf(item, ['cookTime']),
    total_time: textOf(item, ['totalTime']),
    yield: textOf(item, ['recipeYield', 'yield']),
    category: textOf(item, ['recipeCategory']),
    cuisine: textOf(item, ['recipeCuisine']),
    calories: itemsOf(item, 'nutrition').map((nutrition) => textOf(nutrition, ['calories']))[0],
    rating: ratingOf(item),
  });
}

/** Name and price of a product. */
export function productOf(item: LinkedItem): Record<string, unknown> {
  const [offer = {}] = itemsOf(item, 'offers');
  const [specification = {}] = itemsOf(offer, 'priceSpecification');
  const either = (...properties: string[]) => textOf(offer, properties) || textOf(specification, properties);
  return known({
    name: textOf(item, ['name']),
    brand: textOf(item, ['brand', 'manufacturer']),
    sku: textOf(item, ['sku', 'mpn', 'productID']),
    gtin: textOf(item, ['gtin', 'gtin13', 'gtin12', 'gtin14', 'gtin8']),
    image: valuesOf(item, 'image').map((image) => (isItem(image) ? image.url : image))[0],
    price: either('price', 'lowPrice'),
    high_price: either('highPrice', 'maxPrice'),
    currency: either('priceCurrency'),
    availability: lastSegment(textOf(offer, ['availability'])),
    condition: lastSegment(textOf(offer, ['itemCondition'])),
    rating: ratingOf(item),
  });
}

function ratingOf(item: LinkedItem): Record<string, unknown> {
  const [rating = {}] = itemsOf(item, 'aggregateRating');
  return known({
    value: textOf(rating, ['ratingValue']),
    count: textOf(rating, ['ratingCount', 'reviewCount']),
    best: textOf(rating, ['bestRating']),
  });
}

/** Sections of steps, steps, or texts. */
function steps(values: readonly unknown[]): readonly unknown[] {
  return values.flatMap((value) => {
    if (!isItem(value)) return [value];
    return typesOf(value).includes('HowToSection')
      ? valuesOf(value, 'itemListElement')
      : [textOf(value, ['text', 'name', 'description'], MAX_LINE_CHARACTERS)];
  });
}

function lines(values: readonly unknown[], max: number): readonly string[] {
  return values
    .slice(0, max)
    .map((value) => textIn(value, MAX_LINE_CHARACTERS))
    .filter((line) => line !== '');
}

function lastSegment(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1);
}
