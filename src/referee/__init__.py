"""Which of your models is better, by how much, how sure you can be, and what is wrong with the way you found out."""
