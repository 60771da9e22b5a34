{% include "sorting.js" %}
{% include "switching.js" %}
{% include "pairs.js" %}
{% include "rows.js" %}
